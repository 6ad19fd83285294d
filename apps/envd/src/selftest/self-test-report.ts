import type { DesktopTarget, ReadinessCheck } from '@harness-desktop/native-input';

export type StepReport = {
  readonly name: string;
  readonly ok: boolean;
  /** What was seen, or what was expected and seen instead. */
  readonly detail: string;
  readonly ms: number;
};

/** What a self-test found, as `--json` prints it. It names no user, host or other application. */
export type SelfTestReport = {
  readonly report_version: 1;
  readonly ok: boolean;
  /** Why it ended before its last step. */
  readonly stopped: string | null;
  readonly started_at: string;
  readonly ms: number;
  readonly versions: { readonly a13n_envd: string; readonly node: string };
  readonly platform: { readonly system: string; readonly release: string; readonly arch: string };
  readonly readiness: readonly ReadinessCheck[];
  readonly monitors: readonly Pick<DesktopTarget, 'name' | 'area' | 'primary'>[];
  readonly steps: readonly StepReport[];
  /** What this platform does not offer, and so was not tried. */
  readonly not_offered: readonly { readonly name: string; readonly detail: string }[];
  /** The steps that were left out because it stopped. */
  readonly not_run: readonly string[];
};

type Row = { readonly mark: string; readonly name: string; readonly detail: string };

const rowsOf = ({ readiness, steps, not_offered, not_run }: SelfTestReport): readonly Row[] => [
  ...readiness.map(({ name, ok, detail, remedy }) => ({
    mark: ok ? 'ok' : 'FAIL',
    name,
    detail: ok || remedy === undefined ? detail : `${detail} ${remedy}`,
  })),
  ...steps.map(({ name, ok, detail, ms }) => ({
    mark: ok ? 'ok' : 'FAIL',
    name,
    detail: `${detail} (${ms} ms)`,
  })),
  ...not_offered.map(({ name, detail }) => ({ mark: '-', name, detail })),
  ...not_run.map((name) => ({ mark: '?', name, detail: 'not run' })),
];

const verdictOf = ({ ok, stopped }: SelfTestReport): string => {
  if (ok) return 'This desktop passed.';
  const why = stopped === null ? '' : ` It stopped early: ${stopped}`;
  return `This desktop did not pass; see the lines marked FAIL.${why}`;
};

/** A table for people. */
export const toTable = (report: SelfTestReport): string => {
  const { versions, platform } = report;
  const rows = rowsOf(report);
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.map(({ mark, name, detail }) => `${mark.padEnd(4)}  ${name.padEnd(width)}  ${detail}`);
  const head = `a13n-envd ${versions.a13n_envd}, Node ${versions.node}, ${platform.system} ${platform.release} ${platform.arch}`;
  return `${[head, ...lines, verdictOf(report)].join('\n')}\n`;
};
