/** What is passed on: the address, a sentence that says what it is, and a subject for a letter. */
export interface ShareContent {
  url: string
  text: string
  subject: string
}

/** How people pass an address on, each by its own address; Greek letters travel percent-encoded in UTF-8. */
export function buildShareLinks({ url, text, subject }: ShareContent) {
  const said = encodeURIComponent(`${text}\n${url}`)
  return {
    // A letter's lines end with CR LF, in a link too (RFC 6068).
    email: `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`${text}\r\n\r\n${url}`)}`,
    // “?&” is understood by Android and by iOS.
    sms: `sms:?&body=${said}`,
    viber: `viber://forward?text=${said}`,
    whatsapp: `https://wa.me/?text=${said}`,
    messenger: `fb-messenger://share/?link=${encodeURIComponent(url)}`,
  }
}

/** Where the share picture of a registry lies; `version` makes a new address of it when the registry changes. */
export function sharePicturePath(id: string, language: string, version: number): string {
  return `/share/${id}/${language}.jpg?v=${version}`
}
