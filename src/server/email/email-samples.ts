import * as z from 'zod'
import type { Language } from '../../base/language.ts'
import type { Letter } from '../../ui/email/letter.ts'

/** Invented props for a letter, with every field filled. */
export function sampleEmailProps(letter: Letter, language: Language): unknown {
  return createSample(
    z.toJSONSchema(letter.props, { io: 'input', unrepresentable: 'any' }) as JsonSchema,
    '',
    language,
  )
}

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
}

function createSample(shape: JsonSchema, name: string, language: Language): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return createSample(shape.anyOf.find(one => one.type !== 'null') ?? {}, name, language)
  if (shape.type === 'object')
    return Object.fromEntries(
      Object.entries(shape.properties ?? {}).map(([key, inner]) => [
        key,
        createSample(inner, name === 'gifts' && key === 'name' ? 'gift' : key, language),
      ]),
    )
  if (shape.type === 'array') return [createSample(shape.items ?? {}, name, language)]
  if (shape.type === 'integer' || shape.type === 'number') return sampleNumbers[name] ?? 2
  if (shape.type === 'boolean') return true
  return sampleText(name)[language]
}

const sampleNumbers: Record<string, number> = { cents: 168_00, surplus: 5_00, order: 1042, font_size: 18 }

/** An invented text, chosen by the name of the field. */
function sampleText(name: string): Record<Language, string> {
  const both = (text: string) => ({ en: text, el: text })
  if (/^(at|until|day|.*_(at|on|day))$/.test(name)) return both('2027-06-19')
  if (/email/.test(name)) return both('eleni@example.com')
  if (/^(id|code)$/.test(name)) return both('456397336594')
  if (/^(token|mine|reply|stop|certificate)$/.test(name)) return both('4563-9733-6594')
  if (/background_colou?r/.test(name)) return both('#fffdf9')
  if (/colou?r/.test(name)) return both('#821a2d')
  if (/image/.test(name)) return both('')
  if (/message|word|text|why|reason/.test(name))
    return {
      en: 'With all our love, and a hug from the sea.',
      el: 'Με όλη μας την αγάπη και μια αγκαλιά από τη θάλασσα.',
    }
  if (/registry/.test(name)) return { en: 'Eleni & Paul', el: 'Ελένη & Παύλος' }
  if (/place/.test(name)) return { en: 'Nafplio', el: 'Ναύπλιο' }
  if (/gift/.test(name)) return { en: 'Stoneware teapot', el: 'Κεραμική τσαγιέρα' }
  if (/device/.test(name)) return both('Firefox · Linux')
  return { en: 'Eleni Sample', el: 'Ελένη Δοκιμή' }
}
