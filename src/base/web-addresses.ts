/**
 * How the names of sites end that mail programs make links of, beside those of countries, which have two letters. There are
 * a thousand more, of which few mean anything to a reader.
 */
const endings = new Set(
  (
    'com net org info biz edu gov mil int name pro mobi app dev page site online store shop xyz top club live life ' +
    'world today email link click icu vip work fun space website tech cloud news blog wiki art love gift gifts party ' +
    'wedding events pay bank money loan cash finance support help services security media digital network agency ' +
    'company center global one win bid date stream download review host press zone plus social video game games ' +
    'trade cyou buzz sbs cfd rest monster quest skin bond lol asia cat tel travel jobs post ελ ευ рф'
  ).split(' '),
)

/** Whether a text names the address of a site, with or without `https://`; those of the `own` hosts don't count. */
export function hasWebAddress(text: string, own: string[] = []): boolean {
  const plain = text.toLowerCase().replace(/[．。｡]/g, '.')
  const linked = plain.split('://').slice(1).map(hostAtStart)
  if (linked.some(host => !own.includes(host))) return true
  return plain.split(/[^\p{L}\p{N}.@-]+/u).some(word => isSite(word) && !own.includes(word))
}

const hostAtStart = (text: string) => text.split(/[^\p{L}\p{N}.@-]/u, 1)[0] ?? ''

/** An e-mail address is none: it leads to a person, and mail programs write to it. */
function isSite(word: string): boolean {
  if (word.includes('@')) return false
  const labels = word.split('.').filter(Boolean)
  const [name = '', ending = ''] = labels.slice(-2)
  return labels.length > 1 && /\p{L}/u.test(name) && (endings.has(ending) || /^[a-z]{2}$/.test(ending))
}

export const isNamedLikeAddress = (name: string) => hasWebAddress(name) || /\S@\S/.test(name)
