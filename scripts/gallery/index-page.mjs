import { sizes, themes } from './camera.mjs';

/**
 * A page to look through the shots: one row a scene and theme, one column a width.
 *
 * @param {{ scenes: readonly { name: string, title: string }[], shots: readonly import('./camera.mjs').Shot[] }} gallery
 */
export function indexPage({ scenes, shots }) {
  const sections = scenes.map(({ name, title }) => {
    const own = shots.filter(({ scene }) => scene === name);
    return own.length === 0 ? '' : section({ name, title, shots: own });
  });
  const links = scenes.map(({ name, title }) => `<a href="#${name}">${escape(title)}</a>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Gallery of Harness Desktop</title>
<style>${style}</style>
<h1>Gallery of Harness Desktop</h1>
<nav>${links.join(' ')}</nav>
${sections.join('\n')}
</html>
`;
}

/** @param {{ name: string, title: string, shots: readonly import('./camera.mjs').Shot[] }} scene */
function section({ name, title, shots }) {
  const rows = themes.map((theme) => {
    const figures = sizes.flatMap(({ width }) => {
      const shot = shots.find((candidate) => candidate.theme === theme && candidate.width === width);
      return shot === undefined ? [] : [figure(shot, title)];
    });
    return `<div class="row">${figures.join('')}</div>`;
  });
  return `<section id="${name}"><h2>${escape(title)}</h2>${rows.join('')}</section>`;
}

/** @param {import('./camera.mjs').Shot} shot @param {string} title */
const figure = ({ file, width, theme }, title) =>
  `<figure><a href="${file}"><img loading="lazy" src="${file}" alt="${escape(title)}, ${width} px, ${theme}"></a>` +
  `<figcaption>${width} px, ${theme}</figcaption></figure>`;

/** @param {string} text */
const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const style = `
body { margin: 2rem; font: 15px/1.5 system-ui, sans-serif; background: #f4f4f5; color: #18181b; }
nav { display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; }
.row { display: flex; gap: 1rem; align-items: flex-start; margin-bottom: 1rem; }
figure { margin: 0; }
img { display: block; height: 360px; border: 1px solid #d4d4d8; }
figcaption { font-size: 12px; color: #52525b; }
`;
