/** Asks for all data in the page's language, also on a page whose address names none (R801). */
export function fetchInPageLanguage(): void {
  const send = window.fetch
  window.fetch = (input, init) => {
    if (input instanceof Request) return send(input, init)
    const url = new URL(input, window.location.href)
    const isData = /\.data$|^\/api\//.test(url.pathname)
    if (isData && !url.searchParams.has('lang')) url.searchParams.set('lang', document.documentElement.lang)
    return send(url, init)
  }
}
