/*
 * Keeps one page alone: the one that says that there is no network, in both languages. Nothing that a person sees,
 * sends or owns is ever in its cache, so that there is nothing to clear when he signs out. And it is patient with the
 * code of the site's pages: what does not arrive is asked for again before the page hears of it.
 */
const kept = 'offline-2'
const pages = { en: '/offline?lang=en', el: '/offline?lang=el' }

self.addEventListener('install', event => {
  event.waitUntil(keepPages().then(() => self.skipWaiting()))
})

self.addEventListener('activate', event => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()))
})

self.addEventListener('fetch', event => {
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => offlinePage(request)))
  else if (isCode(request)) event.respondWith(patiently(request))
})

/** Pauses between tries, in ms: two minutes in all. */
const pauses = [1000, 4000, 15_000, 30_000, 70_000]

function isCode({ destination, url }) {
  return destination === 'script' && url.startsWith(`${self.location.origin}/assets/`)
}

/** A script that is fetched anew while the network or the server is away; a refusal such as 404 stands. */
async function patiently(request) {
  for (const ms of pauses) {
    const answer = await fetch(request).catch(() => null)
    if (answer !== null && answer.status < 500) return answer
    await new Promise(resolve => setTimeout(resolve, ms))
  }
  return fetch(request)
}

/** Asked for as a stranger, so that no cookie can colour it. */
async function keepPages() {
  const cache = await caches.open(kept)
  const ask = path => new Request(path, { credentials: 'omit', cache: 'reload' })
  await cache.addAll(Object.values(pages).map(ask))
}

async function forgetOthers() {
  const names = await caches.keys()
  await Promise.all(names.filter(name => name !== kept).map(name => caches.delete(name)))
}

async function offlinePage(request) {
  const language = new URL(request.url).searchParams.get('lang') === 'el' ? 'el' : 'en'
  const cache = await caches.open(kept)
  return (await cache.match(pages[language])) ?? Response.error()
}
