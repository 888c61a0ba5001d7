/** The letters that a phone sends in seven bits (GSM 03.38), and those that count as two. */
const plainLetters = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const doubleLetters = new Set('^{}\\[~]|€\f')

export interface SmsLength {
  /** Latin letters and Greek capitals travel in seven bits; any other letter makes the whole message Greek. */
  alphabet: 'latin' | 'greek'
  /** As the network counts them. */
  characters: number
  /** How many messages it is, each one paid. */
  parts: number
  /** Letters that still fit into the last of them. */
  charactersLeft: number
}

/** How long a text is as an SMS: 160 or 70 letters, and 153 or 67 each once there are several. */
export function measureSms(text: string): SmsLength {
  const letters = [...text]
  const isPlain = letters.every(letter => plainLetters.has(letter) || doubleLetters.has(letter))
  const [one, several] = isPlain ? [160, 153] : [70, 67]
  const doubles = letters.filter(letter => doubleLetters.has(letter)).length
  const count = isPlain ? letters.length + doubles : text.length
  const parts = count <= one ? 1 : Math.ceil(count / several)
  const room = parts === 1 ? one : parts * several
  return { alphabet: isPlain ? 'latin' : 'greek', characters: count, parts, charactersLeft: room - count }
}

const lookAlikes: Record<string, string> = {
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
}

/**
 * Greek in capitals without accents, by the letters that seven bits have: half the price, as phones have always done
 * it. Web addresses stay as they are.
 */
export function toUnaccentedCapitals(text: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? part : capitals(part)))
    .join('')
}

function capitals(text: string): string {
  const plain = text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Greek}\p{M}*)\p{M}/gu, '')
    .normalize('NFC')
  return plain.replace(/\p{Script=Greek}/gu, letter => {
    const large = letter.toLocaleUpperCase('el')
    return lookAlikes[large] ?? large
  })
}

/** At most so many paid messages a text. */
export const maxSmsParts = 3
