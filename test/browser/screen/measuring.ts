/** Measurements inside a page. They are strings: the tests are compiled without the types of browsers. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Notes when the images of the first page are painted, in milliseconds after the start of the navigation. */
const WATCH_FIRST_PAGE = `
  window.shown = {};
  const watch = () => {
    for (const image of document.querySelectorAll('.page[data-page="1"] img')) {
      const size = image.getAttribute('src').split('/').pop();
      if (image.watched || !image.getAttribute('src')) continue;
      image.watched = true;
      image.decode().then(() => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => (window.shown[size] ??= performance.now());
        port2.postMessage(null);
      }), () => undefined);
    }
  };
  new MutationObserver(watch).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['src'] });
`

/** When the first page was visible: as a small image, and sharp. */
export interface FirstPage {
  preview: number
  content: number
}

/** Prepares a window for `timeFirstPage`. */
export const watchFirstPage = (page: Page): Promise<unknown> => page.addInitScript(WATCH_FIRST_PAGE)

/** Opens an address and returns when the first page of its document was visible. */
export async function timeFirstPage(page: Page, url: string): Promise<FirstPage> {
  await page.goto(url)
  await expect.poll(() => page.evaluate<boolean>('window.shown.content > 0'), { timeout: 30_000 }).toBe(true)
  return page.evaluate<FirstPage>('({ preview: window.shown.preview ?? window.shown.content, ...window.shown })')
}

/** Notes how long each key needs until the frame with the moved highlight is drawn. */
const WATCH_HIGHLIGHT = `
  window.moves = [];
  let pressed = 0;
  addEventListener('keydown', (event) => (pressed = event.timeStamp), { capture: true });
  new MutationObserver((records) => {
    if (!pressed || !records.some(({ target }) => target.classList.contains('page-active'))) return;
    const from = pressed;
    pressed = 0;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.moves.push(performance.now() - from);
      port2.postMessage(null);
    });
  }).observe(document.querySelector('.pages-list'), { subtree: true, attributes: true, attributeFilter: ['x', 'y', 'width', 'height', 'visibility'] });
`

/** Moves between fields by keys until the highlight has moved `count` times. Returns the milliseconds of each move. */
export async function timeHighlight(page: Page, count: number): Promise<number[]> {
  await page.evaluate(WATCH_HIGHLIGHT)
  const moves = () => page.evaluate<number[]>('window.moves')
  let key = 'Alt+j'
  for (let press = 0; press < count * 6 && (await moves()).length < count; press++) {
    if (press % 20 === 19) key = key === 'Alt+j' ? 'Alt+k' : 'Alt+j'
    await page.keyboard.press(key)
    // The next key comes after the frame of this one, as a person's would.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  }
  return (await moves()).slice(0, count)
}

/** Scrolls an element by `step` pixels in each frame, back at its end, and returns the duration of each frame in milliseconds. */
export const timeScroll = (page: Page, selector: string, step: number, milliseconds: number): Promise<number[]> =>
  page.evaluate<number[]>(`new Promise((done) => {
    const element = document.querySelector(${JSON.stringify(selector)});
    const frames = [];
    let step = ${step};
    let last = 0;
    const start = performance.now();
    const next = (now) => {
      if (last) frames.push(now - last);
      last = now;
      if (now - start > ${milliseconds}) return done(frames);
      const before = element.scrollTop;
      element.scrollTop += step;
      if (element.scrollTop === before) step = -step;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  })`)
