/** Over the sheet of Swagger UI. */
export const docsStyle = `
body { margin: 0; }
`;
