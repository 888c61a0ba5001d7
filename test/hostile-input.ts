/** Inputs of any size that are made to take much work. */

export const harmlessText = (size: number) => 'x'.repeat(size)
/** A part as often as it fits, and an end. */
export const repeat =
  (part: string, end = '') =>
  (size: number) =>
    part.repeat(size / part.length) + end

/** Texts on which expressions try again, normal forms sort, and parsers look ahead. */
export const hostileTexts: Record<string, (size: number) => string> = {
  blanks: repeat(' ', 'x'),
  'a word, blanks, a word': size => `x${' '.repeat(size)}x`,
  slashes: repeat('/', 'x'),
  'angle brackets': repeat('<'),
  'an open tag': repeat('<a '),
  'at signs': repeat('a@'),
  'addresses without an end': repeat('a.', '@'),
  quotes: repeat('"'),
  'quotes and separators': repeat('"a",'),
  brackets: repeat('['),
  digits: repeat('1', 'x'),
  dashes: repeat('-', 'x'),
  'marks of two kinds': size => `α${'\u0301\u0316'.repeat(size / 2)}`,
  'equal signs': repeat('=', 'x'),
  'percent signs': repeat('%'),
  'semicolons and vowels': repeat(';α'),
  'Greek digraphs': repeat('μπαυγγ'),
  'names with brackets': repeat('Άννα <a@b.gr> '),
  families: repeat('👨‍👩‍👧‍👦'),
}
export const form = { 'content-type': 'application/x-www-form-urlencoded' }
const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
const json = { 'content-type': 'application/json' }
export const post = (headers: Record<string, string>, make: (size: number) => string) => (size: number) => ({
  method: 'POST',
  headers,
  body: make(size),
})
const numbered = (make: (at: number) => string) => (size: number) =>
  Array.from({ length: size / 20 }, (_, at) => make(at)).join('')

/** Bodies on which parsers stumble. */
export const hostileRequests: Record<string, (size: number) => RequestInit> = {
  'fields of one list': post(form, repeat('a[]=1&')),
  'one name of brackets': post(form, repeat('[')),
  'one deep name': post(form, repeat('[a]', '=1')),
  'many deep names': post(form, repeat('a[b][c][d][e][f][g]=1&')),
  'large indexes': post(
    form,
    numbered(at => `l[${at * 99991}][id]=1&`),
  ),
  'separators alone': post(form, repeat('&=')),
  'percent signs': post(form, repeat('%', '=1')),
  'deep JSON': post(json, repeat('[')),
  'deep JSON that ends': post(json, size => '['.repeat(size / 2) + ']'.repeat(size / 2)),
  'JSON with many names': post(json, size => `{${numbered(at => `"n${at}":"",`)(size)}"a":1}`),
  'JSON of backslashes': post(json, size => `{"email":"${'\\\\'.repeat(size / 2)}"}`),
  'JSON of marks': post(json, size => `{"email":"α${'\u0301\u0316'.repeat(size / 4)}"}`),
  'many parts': post(
    multipart,
    repeat('--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n', '--b--\r\n'),
  ),
  'almost the boundary': post(multipart, repeat('\r\n--', '\r\n--b--\r\n')),
  'one part of blanks': post(
    multipart,
    size => `--b\r\ncontent-disposition:${' '.repeat(size)}form-data\r\n\r\n`,
  ),
  'a boundary of dashes': size => ({
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${'-'.repeat(60)}` },
    body: '-'.repeat(size),
  }),
}

const numberedParts = (make: (at: number) => string, length: number) => (size: number) =>
  Array.from({ length: size / length }, (_, at) => make(at)).join('')

/** Addresses divided as often as it goes: what follows the path of a page, a call or a file. */
export const dividedAddresses: Record<string, (size: number) => string> = {
  'segments of data': repeat('/a', '.data'),
  slashes: repeat('/'),
  'encoded slashes': repeat('%2f'),
  dots: repeat('/.a'),
  'equal names': size => `?${repeat('a=1&')(size)}`,
  'names of their own': size => `?${numberedParts(at => `n${at}=1&`, 8)(size)}`,
  'names without a value': size => `?${repeat('&a')(size)}`,
  'names of brackets': size => `?${repeat('a[b][c]=1&')(size)}`,
  'one long value': size => `?q=${repeat('α β ')(size / 6)}`,
  'the names of routes': size => `?_routes=${repeat('a,')(size)}`,
  'pages by number': size => `?page=${repeat('1')(size)}`,
}

/** Headers of many parts. */
export const dividedHeaders: Record<string, (size: number) => Record<string, string>> = {
  'many cookies': size => ({ cookie: repeat('a=b; ')(size) }),
  'cookies of semicolons': size => ({ cookie: repeat('; ')(size) }),
  'cookies of equal signs': size => ({ cookie: `customerToken=${'='.repeat(size)}` }),
  'a broken cookie': size => ({ cookie: `I18N_LANGUAGE=${'%'.repeat(size)}` }),
  'many languages': size => ({ 'accept-language': repeat('el;q=0.1,')(size) }),
  'many encodings': size => ({ 'accept-encoding': repeat('br b ')(size) }),
  'many tags': size => ({ 'if-none-match': repeat('W/"a", ')(size) }),
  'a long program': size => ({ 'user-agent': repeat('Mozilla/(')(size) }),
  'many addresses': size => ({ 'x-forwarded-for': repeat('1, ')(size) }),
  'a token after blanks': size => ({ authorization: `Bearer ${'\t'.repeat(size)}x x` }),
  'a type of semicolons': size => ({ 'content-type': repeat('form;')(size) }),
}
