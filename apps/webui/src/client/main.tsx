import * as z from 'zod';

// Schemas compile themselves with `new Function` unless told not to, which a strict CSP reports; and they decide when
// they are made, so the rest of the page loads after this line.
z.config({ jitless: true });

const { startApp } = await import('./start-app.tsx');
const root = document.querySelector('#root');
if (root !== null) startApp(root);
