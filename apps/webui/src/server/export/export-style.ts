/** Calm on a screen in light and dark, and on paper. */
export const exportStyle = `
:root { color-scheme: light dark;
  --bg: light-dark(#fcfcfd, #121318); --surface: light-dark(#fff, #191a20); --sunken: light-dark(#f3f4f7, #0d0e12);
  --border: light-dark(#e4e5eb, #2a2c35); --text: light-dark(#1b1c22, #ebecf1); --muted: light-dark(#5d606d, #a0a3b0);
  --accent: light-dark(#3a55cf, #a3b4ff); --accent-soft: light-dark(#eef1fd, #20253f);
  --good: light-dark(#16704a, #57cc99); --warn: light-dark(#855300, #f1bd5c); --danger: light-dark(#bf2a32, #ff9797); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text);
  font: 15px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1, h2, h3, p, dl, figure, pre { margin: 0; }
h1 { font-size: 1.5rem; line-height: 1.3; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; overflow-wrap: anywhere; }
h3 { font-size: .95rem; font-weight: 600; overflow-wrap: anywhere; }
a { color: var(--accent); }
.facts, figcaption { color: var(--muted); font-size: .8125rem; font-variant-numeric: tabular-nums; }
.document { display: grid; gap: .5rem; padding-bottom: 1.25rem; }
.evidence { color: var(--muted); font-size: .8125rem; max-width: 50rem; }
.run { display: grid; gap: .75rem; padding: 1.5rem 0; border-top: 1px solid var(--border); }
.run > header, .call > header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .75rem; }
.call h3 { flex: 1; min-width: 12rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .125rem 1rem; font-size: .8125rem; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
.state { font-size: .8125rem; font-weight: 500; color: var(--muted); }
.state.good { color: var(--good); } .state.warn { color: var(--warn); } .state.danger { color: var(--danger); }
.state.active { color: var(--accent); }
.call { display: grid; gap: .375rem; padding: .75rem .875rem; border: 1px solid var(--border); border-radius: 7px; background: var(--surface); }
.call:target { outline: 2px solid var(--accent); }
.number { color: var(--muted); font-size: .8125rem; font-variant-numeric: tabular-nums; }
.prompt { justify-self: end; max-width: 85%; padding: .625rem .875rem; border-radius: 11px; background: var(--accent-soft); }
.plain { white-space: pre-wrap; overflow-wrap: anywhere; }
.answer { overflow-wrap: anywhere; min-width: 0; }
.answer > * { margin: 0 0 .625rem; } .answer > :last-child { margin-bottom: 0; }
.answer h1, .answer h2, .answer h3, .answer h4 { font-size: 1rem; }
.answer table { display: block; overflow-x: auto; border-collapse: collapse; }
.answer th, .answer td { padding: .25rem .625rem; border: 1px solid var(--border); text-align: left; }
.answer blockquote { padding-left: .875rem; border-left: 3px solid var(--border); color: var(--muted); }
code, pre { font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; }
pre { padding: .625rem .75rem; border-radius: 5px; background: var(--sunken); white-space: pre-wrap; overflow-wrap: anywhere; }
.answer :not(pre) > code { padding: .1em .3em; border-radius: 4px; background: var(--sunken); }
.notice, .approval { color: var(--muted); font-size: .8125rem; overflow-wrap: anywhere; }
.notice { padding-left: .75rem; border-left: 3px solid var(--border); }
summary { color: var(--muted); font-size: .8125rem; cursor: pointer; }
details > pre, .reasoning > p { margin-top: .375rem; }
.reasoning > p { color: var(--muted); }
figure { display: grid; gap: .25rem; justify-items: start; }
.image { position: relative; max-width: 100%; border: 1px solid var(--border); border-radius: 5px; overflow: hidden; }
.image > img { display: block; max-width: 100%; max-height: 34rem; width: auto; height: auto; }
.image > svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
svg g { fill: none; stroke-linecap: round; stroke-linejoin: round; }
svg g > * { vector-effect: non-scaling-stroke; }
svg .halo { stroke: #fff; stroke-width: 4.5; } svg .line { stroke: #ff3d77; stroke-width: 2; }
svg .line .dot { fill: #ff3d77; }
svg text { fill: #ff3d77; stroke: #fff; stroke-width: 3px; paint-order: stroke; font-weight: 700; }
.expired { display: grid; place-items: center; width: min(100%, 28rem); max-height: 14rem; padding: 1rem; border: 1px dashed var(--border);
  border-radius: 5px; background: var(--sunken); color: var(--muted); font-size: .8125rem; text-align: center; }
@media (max-width: 40rem) { main { padding: 1.25rem .875rem 3rem; } .prompt { max-width: 100%; } }
@media print {
  :root { color-scheme: light; } body { font-size: 11px; background: #fff; } main { max-width: none; padding: 0; }
  .call, figure, .prompt { break-inside: avoid; } h2, h3 { break-after: avoid; } .image > img { max-height: 18cm; }
}
`;
