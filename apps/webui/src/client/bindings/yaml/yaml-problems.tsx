import { Button } from 'react-aria-components';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { YamlProblem } from './read-yaml.ts';

type YamlProblemsProps = {
  readonly problems: readonly YamlProblem[];
  readonly onOpen: (problem: YamlProblem) => void;
};

const mostShown = 20;

/** What is wrong, line by line; pressing one leads there. */
export function YamlProblems({ problems, onOpen }: YamlProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <ul className="yaml-problems" aria-label="Problems">
      {problems.slice(0, mostShown).map((problem) => (
        <li key={`${problem.from} ${problem.message}`} data-severity={problem.severity}>
          <Button onPress={() => onOpen(problem)}>
            {problem.severity === 'error' ? (
              <CircleAlert size={14} aria-label="Error" />
            ) : (
              <TriangleAlert size={14} aria-label="Warning" />
            )}
            <span>Line {problem.line}</span>
            <span>{problem.message}</span>
          </Button>
        </li>
      ))}
      {problems.length > mostShown && (
        <li className="muted small">And {problems.length - mostShown} more.</li>
      )}
    </ul>
  );
}
