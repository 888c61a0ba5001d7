/** The links that open each program with a URL and a sentence about it, which is also the subject of an e-mail (R710). */
export function buildShareLinks(url: string, text: string) {
  const textAndUrl = encodeURIComponent(`${text}\n${url}`)
  return {
    // Line breaks are CRLF (RFC 6068).
    email: `mailto:?subject=${encodeURIComponent(text)}&body=${encodeURIComponent(`${text}\r\n\r\n${url}`)}`,
    // Android and iOS both understand “?&”.
    sms: `sms:?&body=${textAndUrl}`,
    viber: `viber://forward?text=${textAndUrl}`,
    whatsapp: `https://wa.me/?text=${textAndUrl}`,
    messenger: `fb-messenger://share/?link=${encodeURIComponent(url)}`,
  }
}

/** The path of a registry's share picture; `version` changes it, so that messengers load it again. */
export function sharePicturePath(id: string, language: string, version: number): string {
  return `/share/${id}/${language}.jpg?v=${version}`
}
