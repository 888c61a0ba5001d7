/*
 * Keeps one page alone: the one that says that there is no network, in both languages. Nothing that a person sees,
 * sends or owns is ever in its cache, so that there is nothing to clear when he signs out.
 */
const kept = 'offline-1'
const pages = { en: '/offline?lang=en', el: '/offline?lang=el' }

self.addEventListener('install', event => {
  event.waitUntil(keepPages().then(() => self.skipWaiting()))
})

self.addEventListener('activate', event => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()))
})

self.addEventListener('fetch', event => {
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET') return
  event.respondWith(fetch(event.request).catch(() => offlinePage(event.request)))
})

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
