/** What teaching looks like, wherever it is. The colours are those of style.css; elsewhere they have values of their own. */

/** For a page without style.css. */
export const colours = `
:host { color-scheme: light dark; display: block;
  --paper: light-dark(#ffffff, #1e1f21); --ground: light-dark(#f7f6f2, #151617); --ink: light-dark(#1d1d1b, #ececea); --quiet: light-dark(#5c5c58, #a6a6a0);
  --line: light-dark(#d9d9d4, #3a3b3d); --edge: light-dark(#8a8a84, #77787a); --accent: light-dark(#0b6aa8, #63b3e6); --problem: light-dark(#8a5300, #f2b84b);
  --problem-tint: light-dark(#fdf3e0, #2d2618); --tint: light-dark(#e8f1f8, #1c2b36);
  --class-1: light-dark(#0072b2, #4aa8e0); --class-2: light-dark(#d55e00, #f28a3c); --class-3: light-dark(#00805e, #2cc497);
  --class-4: light-dark(#b2568c, #e29cc3); --class-5: light-dark(#a06f00, #e69f00); --class-6: light-dark(#2b7fb0, #7cc5f0); }
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; margin: 0; }
button, select, input { font: inherit; color: inherit; }
button, select { min-height: 36px; padding: 4px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); cursor: pointer; }
button:disabled { color: var(--quiet); cursor: default; }
button:hover:enabled { border-color: var(--accent); }
button[aria-pressed="true"] { border-color: var(--accent); background: var(--tint); box-shadow: inset 0 0 0 1px var(--accent); }
button.link { min-height: 0; padding: 0; border: 0; background: none; color: var(--accent); text-decoration: underline; }
input:not([type]) { min-height: 36px; padding: 6px 8px; border: 1px solid var(--edge); border-radius: 6px; background: var(--paper); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
small { color: var(--quiet); }
@media (pointer: coarse) { button, select, input:not([type]) { min-height: 44px; } }
`;

export const rules = `
.teach-place { container-type: inline-size; }
.teach { display: grid; gap: 20px 28px; grid-template-columns: minmax(0, 380px) minmax(0, 1fr); grid-template-areas: "left right"; align-items: start; color: var(--ink); font: 15px/1.45 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
.teach > .left { grid-area: left; position: sticky; top: 12px; display: grid; gap: 10px; }
.teach > .right { grid-area: right; display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); }
.teach > .all, .teach > .keep { grid-column: 1 / -1; }
.teach h2 { font-size: 13px; font-weight: 700; letter-spacing: 0.04em; text-transform: uppercase; color: var(--quiet); margin: 0 0 8px; }
.teach p { margin: 0; }
.teach .row { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
.teach .row.kinds { gap: 0; }
.teach .row.kinds button { border-radius: 0; margin-left: -1px; }
.teach .row.kinds button:first-child { border-radius: 6px 0 0 6px; margin-left: 0; }
.teach .row.kinds button:last-of-type { border-radius: 0 6px 6px 0; }
.teach small { font-size: 13px; color: var(--quiet); }
.teach .note { color: var(--quiet); font-size: 13px; margin-top: 8px; max-width: 90ch; }

.teach .square { position: relative; aspect-ratio: 1; }
.teach .pad { width: 100%; height: 100%; background: var(--paper); border: 1px solid var(--line); border-radius: 14px; touch-action: none; cursor: crosshair; user-select: none; -webkit-user-select: none; color: var(--ink); overflow: hidden; }
.teach .pad > svg { display: block; width: 100%; height: 100%; }
.teach .pad.empty { background: radial-gradient(circle, var(--line) 1.3px, transparent 1.8px) center / 24px 24px var(--paper); }
.teach .lens { position: absolute; inset: 0; border-radius: 14px; overflow: hidden; background: var(--paper); border: 1px solid var(--line); }
.teach .lens > * { width: 100%; height: 100%; object-fit: cover; display: block; }
.teach .hand, .teach .helped { justify-content: space-between; }
.teach .helped { align-items: start; flex-wrap: nowrap; }
.teach .seen-place { display: grid; justify-items: center; align-content: start; gap: 2px; }
.teach .seen-place.nothing { visibility: hidden; }
.teach .hint { position: absolute; inset: 0; display: grid; place-content: center; color: var(--quiet); font-size: 18px; pointer-events: none; }
.teach .seen { position: relative; width: 104px; aspect-ratio: 1; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; background: var(--paper); flex: none; }
.teach .seen > * { position: absolute; inset: 0; width: 100%; height: 100%; }
.teach .seen > canvas { opacity: 0.55; }

.teach .reply { background: var(--paper); border: 1px solid var(--line); border-radius: 14px; padding: 16px 18px; display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 10px 18px; min-height: 196px; align-content: start; }
.teach .reply .head { font-size: 28px; line-height: 1.2; font-weight: 600; letter-spacing: -0.01em; text-wrap: balance; overflow-wrap: anywhere; }
.teach .below-head { color: var(--quiet); margin-top: 4px; }
.teach .reply[data-recognition="weak"] { background: repeating-linear-gradient(135deg, color-mix(in srgb, var(--line) 45%, transparent) 0 2px, transparent 2px 9px) var(--paper); }
.teach .meter { list-style: none; display: flex; gap: 3px; margin: 4px 0 0; padding: 0; align-self: start; }
.teach .meter li { font-size: 13px; line-height: 20px; padding: 8px 4px 0; border-top: 6px solid var(--line); color: var(--quiet); width: 84px; text-align: center; white-space: nowrap; }
.teach .meter li[data-on] { border-color: var(--accent); color: var(--ink); font-weight: 600; }
.teach .because { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 8px; align-items: end; font-size: 15px; min-height: 80px; }
.teach .maker { width: var(--room); height: var(--room); padding: 4px; border: 3px solid var(--class); border-radius: 10px; background: var(--paper); color: var(--ink); min-height: 0; }
.teach .thumb { display: block; width: 100%; height: 100%; border-radius: 4px; }
.teach canvas.thumb { image-rendering: auto; }
.teach .told { min-height: 22px; color: var(--quiet); margin: -8px 0; }
.teach .told:empty { visibility: hidden; }
.teach .told.problem { color: var(--problem); font-weight: 600; }

.teach .titled { display: flex; flex-wrap: wrap; gap: 2px 16px; align-items: baseline; justify-content: space-between; margin-bottom: 8px; }
.teach .titled h2 { margin: 0; }
.teach .my-name { width: 150px; }
.teach .cards { display: flex; flex-wrap: wrap; gap: 10px; align-items: stretch; }
.teach .card { display: grid; gap: 2px; justify-items: center; align-content: start; }
.teach .card .teach { border: 2px solid var(--class); border-radius: 10px; min-height: 48px; padding: 6px 14px; font-weight: 600; display: flex; gap: 8px; align-items: center; }
.teach .card .teach:disabled { font-weight: 400; }
.teach .card .sign { font-size: 22px; line-height: 1; }
.teach .card .rename { border: 0; background: none; min-height: 32px; padding: 0 10px; }
.teach .card .other-name { width: 8em; min-height: 48px; }
.teach .card.answered .teach { background: color-mix(in srgb, var(--class) 16%, var(--paper)); }
.teach .card.new { display: flex; align-items: center; gap: 6px; min-height: 48px; padding: 4px; border-radius: 10px; border: 2px dashed var(--edge); flex-wrap: wrap; align-self: start; }
.teach .card.new.wanted { border-color: var(--accent); background: var(--tint); }
.teach .new-name { width: 170px; }
.teach .new-sign { width: 52px; text-align: center; }
.teach .card .fool { border: 0; background: none; min-height: 32px; padding: 0 10px; font-size: 13px; color: var(--accent); text-decoration: underline; }
.teach .games { margin-top: 8px; }
.teach .game { grid-column: 1 / -1; border-top: 1px solid var(--line); padding-top: 10px; display: grid; gap: 8px; }
.teach .reply:has(.game:not([hidden])) > .because:empty { display: none; }
.teach .game [data-guess] { font-weight: 600; min-height: 44px; }
.teach .game [data-step="end"] { border-color: transparent; background: none; color: var(--quiet); }
.teach .lens .burst { position: absolute; left: 10px; top: 10px; width: auto; height: auto; padding: 2px 10px; border-radius: 8px; background: var(--paper); color: var(--ink); font-size: 20px; font-weight: 600; }
.teach.watching .card .teach { touch-action: none; user-select: none; -webkit-user-select: none; -webkit-touch-callout: none; }
.teach .start { grid-column: 1 / -1; place-self: start; border-color: var(--accent); margin-top: -80px; }

.teach .network { position: relative; overflow-x: auto; border-radius: 10px; background: var(--paper); border: 1px solid var(--line); padding: 10px 12px; min-height: 130px; }
.teach .network .columns { position: relative; display: flex; gap: 26px; align-items: center; min-width: min-content; }
.teach .network .links { position: absolute; left: 12px; top: 10px; pointer-events: none; overflow: visible; }
.teach .network .links path { fill: none; stroke-opacity: 0.5; stroke-linecap: round; }
.teach .network .layer { display: grid; gap: 6px; justify-items: center; flex: 1 0 auto; max-width: 150px; }
.teach .network .neuron { width: 50px; height: 50px; padding: 4px; border-radius: 50%; border: 2px solid color-mix(in srgb, var(--class) calc(100% * var(--lit)), var(--line)); background: color-mix(in srgb, var(--class) calc(22% * var(--lit)), var(--paper)); cursor: pointer; display: grid; }
.teach .network .neuron .thumb { opacity: calc(0.25 + 0.75 * var(--lit)); padding: 3px; }
.teach .network .neuron canvas.thumb { border-radius: 50%; padding: 0; }
.teach .asked .network .neuron.lit, .teach.asked .network .neuron.lit { border-width: 3px; border-color: var(--class); }
.teach .network .neuron.lit .thumb { opacity: 1; }
.teach .network .neuron.hit { background: color-mix(in srgb, var(--class) 40%, var(--paper)); }
.teach .network .neuron.unasked { opacity: 0.45; }
.teach .network .neuron.walked, .teach .network .neuron:hover { outline: 3px solid var(--accent); outline-offset: 1px; }
.teach .network .folded { color: var(--quiet); font-size: 13px; white-space: nowrap; }
.teach .network .says { margin-left: auto; display: grid; justify-items: center; align-content: center; min-width: 84px; min-height: 84px; padding: 6px; border-radius: 14px; border: 3px solid var(--class, var(--line)); background: var(--paper); flex: none; max-width: 130px; }
.teach .network .says small { overflow-wrap: anywhere; text-align: center; }
.teach .network .says .sign { font-size: 30px; line-height: 1.2; }
.teach .network .says.unknown { border-style: dashed; }
.teach .waiting { color: var(--quiet); margin: auto; padding: 30px 10px; text-align: center; }
.teach .proof { color: var(--quiet); font-size: 13px; margin-top: 6px; min-height: 19px; }

.teach .one { display: flex; gap: 16px; align-items: center; background: var(--paper); border: 1px solid var(--accent); border-radius: 14px; padding: 12px; }
.teach .one .seen { width: 132px; }
.teach .one .seen.plain { padding: 8px; }
.teach .one .seen.plain > * { position: static; }
.teach .one .row { margin-top: 8px; }
.teach .difference .mine { filter: sepia(1) saturate(9) hue-rotate(165deg); opacity: 0.9; mix-blend-mode: multiply; }
.teach .difference .theirs { opacity: 0.8; }
@media (prefers-color-scheme: dark) { .teach .difference .mine { mix-blend-mode: normal; opacity: 0.6; } }

.teach .map { position: relative; height: 300px; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; display: grid; }
.teach .map .spot { position: absolute; width: 46px; height: 46px; min-height: 0; margin: -23px 0 0 -23px; padding: 4px; border: 2px solid var(--class); border-radius: 10px; background: color-mix(in srgb, var(--paper) 88%, transparent); color: var(--ink); }
.teach .map .spot:hover { z-index: 2; scale: 1.3; }
.teach .map .here { position: absolute; width: 26px; height: 26px; margin: -13px 0 0 -13px; border: 4px solid var(--accent); border-radius: 50%; box-shadow: 0 0 0 3px var(--paper); pointer-events: none; z-index: 1; transition: left 0.15s, top 0.15s; }
.teach .map .more { position: absolute; right: 8px; bottom: 4px; }
.teach .code pre { overflow: auto; max-width: 100%; padding: 12px; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; font-size: 13px; margin: 12px 0 6px; max-height: 300px; }
@media (prefers-reduced-motion: reduce) { .teach .map .here { transition: none; } }
@container (max-width: 840px) {
  .teach { grid-template-columns: minmax(0, 1fr); grid-template-areas: none; gap: 12px; }
  .teach > .left, .teach > .right { display: contents; }
  .teach > .all, .teach > .keep { grid-column: auto; order: 3; }
  .teach .reply, .teach .told, .teach .what, .teach .one, .teach .brain { order: 1; }
  .teach .helped { order: 2; }
  .teach .square { width: min(100%, 40vh); min-width: 240px; margin: 0 auto; }
  .teach .reply { grid-template-columns: minmax(0, 1fr); padding: 12px 14px; min-height: 188px; gap: 8px; }
  .teach .reply .head { font-size: 20px; }
  .teach .meter li { flex: 1; width: auto; padding-top: 4px; }
  .teach .because { font-size: 11px; min-height: 66px; }
  .teach .told { margin: -6px 0; }
  .teach .start { margin-top: -66px; }
  .teach .hand { gap: 4px; }
  .teach .hand button { padding: 4px 9px; }
  .teach .map { height: 280px; }
  .teach .map .spot { width: 38px; height: 38px; margin: -19px 0 0 -19px; }
  .teach .one { flex-direction: column; align-items: start; }
  .teach .network .columns { gap: 10px; }
  .teach .network .neuron { width: 44px; height: 44px; }
  .teach .network .says { min-width: 64px; min-height: 64px; max-width: 90px; }
}
`;
