import { normalizeText } from '../text.ts'

/**
 * Greek in Latin letters by ELOT 743, the way of passports and road signs; Latin letters lose their marks.
 * What belongs to neither alphabet stays as it is. Lower case throughout.
 */
export function transliterateGreek(text: string): string {
  const greek = normalizeText(text, 'NFC')
    .toLowerCase()
    .replace(/ο[υύ]/g, 'ou')
    .replace(
      /([αεη])[υύ](?=([θκξπστφχψς]|$|[^\p{L}])?)/gu,
      (_, vowel: string, voiceless?: string) => `${single[vowel]}${voiceless === undefined ? 'v' : 'f'}`,
    )
    .replace(/γ(?=[γ])/g, 'n')
    .replace(/γ(?=[ξχ])/g, 'n')
    .replace(/(?<!\p{L})μπ|μπ(?!\p{L})/gu, 'b')
  return [...normalizeText(greek, 'NFKD').replace(/\p{M}/gu, '')]
    .map(letter => single[letter] ?? letter)
    .join('')
}

const single: Record<string, string> = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
  æ: 'ae',
  đ: 'd',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
}
