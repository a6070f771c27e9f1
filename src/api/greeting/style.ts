/** The style of the greeting page, for light and dark displays. */
export const style = `
:root { color-scheme: light dark; --page: #f6f4ef; --card: #fff; --text: #23211c; --soft: #68635a; --line: #e2ddd2; --accent: #96611a; --code: #f2efe8; }
@media (prefers-color-scheme: dark) {
  :root { --page: #191814; --card: #23211c; --text: #ece8df; --soft: #a49d90; --line: #3a372f; --accent: #e0a94f; --code: #1d1b17; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 3.5rem) 1.25rem 2rem; }
header { display: flex; gap: 1.25rem; align-items: center; flex-wrap: wrap; }
header > div { flex: 1 1 20rem; }
h1 { font-size: 2.25rem; line-height: 1.1; letter-spacing: -0.02em; margin: 0; }
header p { margin: 0.35rem 0 0; color: var(--soft); font-size: 1.05rem; }
header .badge { margin: 0; padding: 0.15rem 0.75rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); font-size: 0.85rem; }
.logo .back { fill: var(--line); }
.logo .middle { fill: var(--card); stroke: var(--accent); stroke-width: 1.5; opacity: 0.75; }
.logo .front { fill: var(--card); stroke: var(--accent); stroke-width: 2; }
.logo .lines { fill: none; stroke: var(--accent); stroke-width: 2.5; stroke-linecap: round; }
.screen { margin: 2.25rem 0 0; }
.screen a { display: block; padding: 1.25rem 1.5rem; border-radius: 0.75rem; background: var(--accent); color: var(--card); text-decoration: none; }
.screen a:hover, .screen a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.screen strong { display: block; font-size: 1.25rem; }
.screen strong::after { content: " \\2192"; }
ul, ol { list-style: none; margin: 0; padding: 0; }
nav ul { display: grid; gap: 0.9rem; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); margin: 0.9rem 0 2.25rem; }
nav a { display: block; height: 100%; padding: 1rem 1.1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card); color: inherit; text-decoration: none; }
nav a:hover, nav a:focus-visible { border-color: var(--accent); outline: 2px solid var(--accent); outline-offset: 1px; }
nav strong { display: block; color: var(--accent); }
nav strong::after { content: " \\2192"; }
nav span { display: block; margin-top: 0.2rem; color: var(--soft); font-size: 0.92rem; line-height: 1.45; }
section { padding: 1.5rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card); }
h2 { margin: 0; font-size: 1.25rem; }
section > p { margin: 0.25rem 0 1.25rem; color: var(--soft); }
ol { counter-reset: step; }
ol li { counter-increment: step; position: relative; padding-left: 2.5rem; }
ol li + li { margin-top: 1.1rem; }
ol li::before { content: counter(step); position: absolute; left: 0; top: 0; width: 1.7rem; height: 1.7rem; border-radius: 50%; background: var(--accent); color: var(--card); font-weight: 600; font-size: 0.9rem; line-height: 1.7rem; text-align: center; }
ol p { margin: 0 0 0.4rem; }
pre { margin: 0; padding: 0.8rem 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--code); }
code { font: 0.85rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
footer { margin-top: 1.5rem; color: var(--soft); font-size: 0.9rem; }
`
