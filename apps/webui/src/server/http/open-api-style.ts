/** Over the sheet of Swagger UI: as calm and dense as the rest. */
export const docsStyle = `
body { margin: 0; }
html.dark-mode { color-scheme: dark; }
.swagger-ui .info { margin: 1.5rem 0; }
.swagger-ui .info .title { font-size: 1.5rem; }
.swagger-ui .scheme-container { padding: .5rem 0; box-shadow: none; background: none; }
.swagger-ui .opblock-tag { font-size: 1.125rem; }
.swagger-ui .opblock { margin: 0 0 .375rem; box-shadow: none; }
.swagger-ui .opblock .opblock-summary-path { font-size: .875rem; }
`;

/** Its dark colours follow the system, as those of the client do. */
export const docsScript = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
`;
