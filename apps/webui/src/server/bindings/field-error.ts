/** What is wrong with one field of a request, by its path in the body. */
export type FieldError = { path: string; message: string };
