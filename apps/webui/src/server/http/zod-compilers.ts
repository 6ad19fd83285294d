import * as z from 'zod';
import type { HttpApp } from './http-app.ts';
import { ProblemError } from './problem-error.ts';

/** Makes the zod schemas of routes check requests (400 naming each field) and strip answers to what they declare. */
export function installZodCompilers(app: HttpApp): void {
  app.setValidatorCompiler<unknown>(({ schema, httpPart }) => {
    const expected = requireSchema(schema);
    return (data: unknown) => {
      const parsed = expected.safeParse(data);
      if (parsed.success) return { value: parsed.data };
      return { error: invalidRequest(parsed.error, httpPart ?? 'request') };
    };
  });
  app.setSerializerCompiler<unknown>(({ schema }) => {
    const expected = requireSchema(schema);
    return (data: unknown) => JSON.stringify(expected.parse(data));
  });
}

function requireSchema(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError('Route schemas are zod schemas.');
}

/** Path `''` means the whole body or query. */
function invalidRequest(error: z.ZodError, part: string): ProblemError {
  const errors = error.issues.flatMap(fieldErrors);
  const fields = [...new Set(errors.map(({ path }) => path).filter((path) => path !== ''))];
  const subject = fields.length === 0 ? `the ${partNames.get(part) ?? 'request'}` : fields.join(', ');
  const first = errors[0]?.message ?? '';
  return new ProblemError('invalid_request', `Check ${subject}: ${first}`, { errors });
}

const partNames = new Map([
  ['body', 'request body'],
  ['querystring', 'query'],
  ['params', 'address'],
]);

function fieldErrors(issue: z.core.$ZodIssue): { path: string; message: string }[] {
  const path = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: issue.message }];
  return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'This field is not known.' }));
}
