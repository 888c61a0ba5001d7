import { beforeAll, expect, test } from 'vitest'
import { aHost } from '../builders.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'
import { callAsVisitor, inputFor, publicCallsByName, setField } from './call-inputs.ts'
import { aPrivateRegistry, type PrivateRegistry } from './private-registry.ts'
import { textFields } from './text-fields.ts'

const app = opened(() => testApp())
let owned: PrivateRegistry

beforeAll(async () => {
  owned = await aPrivateRegistry(app)
})

/** Texts that databases, parsers and people stumble over. */
const difficultTexts = [
  '\0',
  'a\0b',
  '\ud800',
  '\ufeffx',
  '\u202Eabc',
  'e\u0301'.repeat(40),
  '\u200b\u200b\u200b',
  "'; drop table registry; --",
  '"><script>alert(1)</script>',
  '{{7*7}}',
  '%00%c0%af',
  '1e309',
  '-99999999999999999999',
  'x'.repeat(30_000),
  '👩‍👩‍👧‍👦'.repeat(30),
]

const typedFields = publicCallsByName.flatMap(([name, call]) =>
  textFields(call.endpoint.input).map(path => [name, path.join('.'), call, path] as const),
)
/** In the quick run each field gets a fifth of the texts, in turn; with TEST_FULL all of them. */
const turns = process.env.TEST_FULL ? 1 : 5
const fieldsWithTexts = typedFields.map(
  (field, turn) => [...field, difficultTexts.filter((_, index) => index % turns === turn % turns)] as const,
)
test.each(fieldsWithTexts)(
  '%s takes or refuses whatever is typed into %s',
  async (_, __, call, path, texts) => {
    const session = await aHost(app)
    for (const typed of texts) {
      const input = setField(inputFor(call, owned), path, typed)
      const { status } = await callAsVisitor(app, call, input, session.token)
      expect({ typed: typed.slice(0, 20), status }).toEqual({
        typed: typed.slice(0, 20),
        status: expect.toSatisfy((one: number) => one < 500),
      })
    }
  },
)
