import { expect, test } from 'vitest'
import { languages } from './language.ts'
import { pluralForm } from './plural.ts'

test.each(languages)('words are counted as they are in %s', language => {
  const rules = new Intl.PluralRules(language)
  for (const count of [...Array(1200).keys(), 0.5, 1.5, 21.1, 1e6, 1_000_001])
    expect([count, pluralForm(count)]).toEqual([count, rules.select(count)])
})
