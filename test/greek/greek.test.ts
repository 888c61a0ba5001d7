import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { catalogue } from '../../shop/catalogue/index.ts'
import { findGreekFaults, greekRules, parameterRules } from './rules.ts'

/** The Greek texts of the product, each with where it stands. */
const texts = [...messageTexts(), ...catalogueTexts(), ...storefrontTexts()]

test('there are texts from everywhere', () => {
  expect(messageTexts().length).toBeGreaterThan(1500)
  expect(catalogueTexts().length).toBeGreaterThan(500)
  expect(storefrontTexts().length).toBeGreaterThan(90)
})

test.each(greekRules)('Greek texts keep the rule of docs/greek.md: $name', ({ find }) => {
  expect(texts.flatMap(({ where, text }) => find(text).map(found => `${where}: ${found}`))).toEqual([])
})

/** Each rule with texts that break it and texts that look like it and don't. */
const examples: Record<string, { wrong: string[]; right: string[] }> = {
  words: {
    wrong: [
      'Στείλτε ένα email',
      'στον browser σας',
      'Είδος εκδήλωσης',
      'όποιος δημιούργησε τη λίστα',
      'ο κωδικός στο προσκλητήριο',
      'στην ολοκλήρωση της αγοράς',
      '3 δώρα ακόμη ανοιχτά',
      'Το δώρο ανοίγει ξανά',
      'Είναι ξανά ελεύθερο.',
      '(προαιρετικό)',
      'σε μια βδομάδα',
      'Χωράνε διπλάσια γράμματα',
      'μετράνε και τα δύο',
      'Πλένεται στο πλυντήριο.',
      'Φωτογραφική μηχανή στιγμής',
      'Λίστα Let’s Event',
      'Με ευχαριστίες',
      'Απεστάλη μερικώς',
      'Τίποτα δεν μετράει',
      'Όνομα δωρητή',
    ],
    right: [
      'το e‑mail σας',
      'στο έντυπο προσκλητήριο',
      'πάνε και κάνε',
      'στο πλυντήριο πιάτων',
      'σε μια εβδομάδα',
      'η λίστα ανοίγει ξανά',
    ],
  },
  'quotation marks': { wrong: ['η "λίστα"', "γι' αυτό", 'η “λίστα”'], right: ['η «λίστα»', 'γι’\u00a0αυτό'] },
  'Greek punctuation': {
    wrong: ['Θα έρθετε?', 'Περιμένετε...', 'Ναι\u0387 όχι'],
    right: ['Θα έρθετε;', 'Ναι· όχι'],
  },
  'spaces around punctuation': {
    wrong: ['Ναι , όχι', 'Τίποτα ;', '« λίστα»', 'Ναι,όχι', 'δύο  κενά', ' αρχή'],
    right: ['Ναι, όχι', '3,5 ως 15\u00a0κιλά', 'με ερωτηματικό (;)· και', '{name}: {count}'],
  },
  'one alphabet in a word': { wrong: ['Η λίσtα', 'Eλένη'], right: ['το QR', 'e‑mail σας'] },
  'no break in e‑mail': {
    wrong: ['Το e-mail σας', 'E-mail σας'],
    right: ['το e‑mail σας', 'E-mail', 'σε email@example.com'],
  },
  'look-alike letters': { wrong: ['H λίστα', 'o καλεσμένος'], right: ['Η λίστα', 'σε φύλλο A4', 'S–M'] },
  'hours from 0 to 23': { wrong: ['10:59 π.μ.', '2 μμ', '5 pm'], right: ['10:59', '5 μ. ύφασμα', '5 μήνες'] },
  'no-break spaces': {
    wrong: ['στ’ αλήθεια', '1,2 λίτρα', '38 εκ.'],
    right: ['στ’\u00a0αλήθεια', '1,2\u00a0λίτρα', '25 εκατομμύρια', 'τα κιλά'],
  },
  numbers: { wrong: ['1,000 δώρα', '20 %', '€50'], right: ['1.000 δώρα', '3,5\u00a0κιλά', '20%', '50 €'] },
  sigma: { wrong: ['καλεσμένοσ', 'καλεςμένος'], right: ['καλεσμένος', 'σ’\u00a0αγαπώ'] },
  'final ν': {
    wrong: [
      'τη πρόσκληση',
      'στη Αθήνα',
      'την λίστα',
      'στην γιορτή',
      'μη αφήσετε',
      'μην χάσετε',
      'δε βρέθηκε',
      'ένα σύνδεσμο',
    ],
    right: [
      'την πρόσκληση',
      'τη λίστα',
      'στη γιορτή',
      'στην γκαλερί',
      'μην αφήσετε',
      'μη χάσετε',
      'έναν σύνδεσμο',
    ],
  },
  accents: {
    wrong: ['λιστα', 'Η λιστα σας', 'ΛΊΣΤΑ', 'μέ χαρά', 'γιά'],
    right: ['λίστα', 'για μια', 'ΛΙΣΤΑ', 'μάιος', 'ΦΠΑ', 'Το όνομά σας', 'χάιδεμα', 'πού και πώς'],
  },
}

test.each(greekRules)('a planted fault is found, and its neighbours are not: $name', ({ name, find }) => {
  const { wrong, right } = examples[name]!
  expect(wrong.filter(text => find(text).length === 0)).toEqual([])
  expect(right.filter(text => find(text).length > 0)).toEqual([])
})

test('the right examples keep every rule', () => {
  const right = Object.entries(examples).flatMap(([name, { right }]) => (name === 'accents' ? [] : right))
  expect(right.flatMap(text => findGreekFaults(text).map(fault => `${text}: ${fault}`))).toEqual([])
})

/** Where the shop itself is spoken of; on a registry a product is a gift. */
const shopMessages =
  /^(gift_(hint|search|products|still_there|swap|not_available|product)|giftcard_((group|redeem)_virtual|staff_note_line)|status_products|cart_changed_unavailable|checkout_(mail_withdrawal|staff_withdrawn)|my_gift_withdraw|common_product|staff_value_product|staff_demand|staff_work_do_withdrawal|staff_(return|exchange)_nothing|staff_line_mismatch|staff_act_unit_returned|staff_work_(kind_refund|do_unmatched|do_refund|about_line)|staff_value_(line|units_blank|waiting_cents)|staff_(line|act_line|act_refund|audit_refund)_|staff_amount_much|staff_column_lines|staff_letter_name_refund)/

test('messages call a product of the shop προϊόν, and what stands on a registry δώρο', () => {
  const wrong = messageTexts().filter(
    ({ where, text }) => /προϊ[όο]ν/i.test(text) && !shopMessages.test(where),
  )
  expect(wrong).toEqual([])
})

test('a name stands in quotation marks after its noun, or after a colon', () => {
  const wrong = Object.entries(messages('el')).filter(([, message]) =>
    /(λίστα|δώρο|προϊόν|γιορτή) \{(name|registry|gift)\}/u.test(JSON.stringify(message)),
  )
  expect(wrong).toEqual([])
})

test('only weddings speak of a partner', () => {
  const wrong = messageTexts().filter(
    ({ where, text }) => /σ[υύ]ντροφ/i.test(text) && !where.includes('partner'),
  )
  expect(wrong).toEqual([])
})

/** Each rule with messages that break it and messages that look like it and don't. */
const parameterExamples: Record<string, { wrong: string[]; right: string[] }> = {
  'a name is never addressed': {
    wrong: ['{name}, επιλέξτε κωδικό'],
    right: ['Πρόσκληση για: {name}.', '{name}: {count}'],
  },
  'a day has its article': {
    wrong: ['Ισχύει έως {day}', 'Από {moment} είναι κλειδωμένη'],
    right: ['Ισχύει έως τις {day}', 'Στις {moment}', 'από {least}'],
  },
  'a verb after a number has forms': {
    wrong: ['{given} από {items} έχουν δοθεί', '{count} είναι διαθέσιμα'],
    right: ['δόθηκαν: {given} από {items}', 'η διεύθυνση {email} είναι δική σας'],
  },
}

describe.each(parameterRules)('messages with parameters: $name', ({ name, find }) => {
  test('no message breaks it', () => {
    const plain = Object.entries(messages('el')).filter(([, message]) => typeof message === 'string')
    expect(plain.flatMap(([key, text]) => find(String(text)).map(found => `${key}: ${found}`))).toEqual([])
  })

  test('a planted fault is found, and its neighbours are not', () => {
    const { wrong, right } = parameterExamples[name]!
    expect(wrong.filter(text => find(text).length === 0)).toEqual([])
    expect(right.filter(text => find(text).length > 0)).toEqual([])
  })
})

/** The role of a person of the shop; who made a registry is its κάτοχος. */
test('a registry has a κάτοχος', () => {
  const wrong = messageTexts().filter(
    ({ where, text }) =>
      /ιδιοκτήτ/i.test(text) &&
      !/^staff_(role_owner|self|member_self|mail_codes_do|approval_(own|beforehand|waits_body))$/.test(where),
  )
  expect(wrong).toEqual([])
})

test('a message that counts a noun has forms', () => {
  const plain = Object.entries(messages('el')).filter(([, message]) => typeof message === 'string')
  const wrong = plain.filter(([, message]) =>
    /\{count\} (?!ανά|ακόμη)\p{Script=Greek}/u.test(String(message)),
  )
  expect(wrong).toEqual([])
})

interface GreekText {
  where: string
  text: string
}

type Message = string | { declarations?: string[]; match: Record<string, string> }[]

function messages(language: string): Record<string, Message> {
  return JSON.parse(readFileSync(`messages/${language}.json`, 'utf8')) as Record<string, Message>
}

function messageTexts(): GreekText[] {
  return Object.entries(messages('el')).flatMap(([where, message]) => {
    const forms =
      typeof message === 'string' ? [message] : message.flatMap(({ match }) => Object.values(match))
    return forms.map(text => ({ where, text: text.replace(/\{\w+\}/g, '0') }))
  })
}

function catalogueTexts(): GreekText[] {
  const { categories, products, pages } = catalogue
  const plain = (html: string) =>
    html
      .split(/<\/?(?:h2|h3|p|li|ul|ol|figure)>/)
      .map(part =>
        part
          .replace(/<strong lang="en">.*?<\/strong>/g, 'OK')
          .replace(/<[^>]*>/g, '')
          .replaceAll('&amp;', '&')
          .trim(),
      )
      .filter(part => /\p{Script=Greek}/u.test(part))
  return [
    ...categories.flatMap(({ slug, name, description }) =>
      [name.el, description.el].map(text => ({ where: slug, text })),
    ),
    ...products
      .filter(({ slug }) => slug !== 'group-gift')
      .flatMap(({ slug, name, description, options, modifiers = [] }) =>
        [
          name.el,
          ...plain(description.el),
          ...options.flatMap(option => [option.name.el, ...option.values.map(({ label }) => label.el)]),
          ...modifiers.map(modifier => modifier.name.el),
        ].map(text => ({ where: slug, text })),
      ),
    ...pages.flatMap(({ path, title, body }) =>
      [title.el, ...plain(body.el)].map(text => ({ where: path, text })),
    ),
  ]
}

/** The texts of the embedded shop's own pages: each entry is English, then Greek. */
function storefrontTexts(): GreekText[] {
  const source = readFileSync('shop/storefront/messages.ts', 'utf8')
  return [...source.matchAll(/'([^'\n]*\p{Script=Greek}[^'\n]*)'/gu)].map(([, text]) => ({
    where: 'storefront',
    text: text!,
  }))
}
