import { useEffect, useState } from 'react';
import { useApp } from '../app-context.tsx';

/** The present, renewed every `intervalMs`. */
export function useNow(intervalMs: number): number {
  const { now } = useApp();
  const [value, setValue] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setValue(now()), intervalMs);
    return () => clearInterval(timer);
  }, [now, intervalMs]);
  return value;
}
