import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { reusePluralRules, shortMessage } from '../messages.config.ts'

const en = read('en')
const el = read('el')

const fixedTexts: Record<string, string> = {
  registry_create_failed: 'Registry Create Failed',
  registry_update_failed: 'Error On Updating Registry',
  gift_not_available: 'Product is Not Available',
  checkout_error_title: 'Error on Creating Checkout',
  unknown_error: 'Unknown Error',
  account_login_wrong: 'Error on Login',
  account_login_wrong_body: 'Email or Password Wrong Try Again',
  account_passwords_differ: 'Passwords should match',
  account_passwords_differ_body: 'The passwords must match',
  site_server_error: 'Server Error',
  find_none_title: 'hmm... we could not find it',
  invited_empty: 'There are no invitations sent yet',
  giftcard_empty: 'No collected gift card found',
  gift_list_empty: 'There is no product in the Wishlist.',
  gift_manage_empty: 'There is no product in the Wishlist.',
  cart_empty: 'Your Cart is empty',
  gift_added: 'Product Added to The Registry',
  common_are_you_sure: 'Are you sure?',
  registry_created_title: 'Registry Created',
  registry_deleted: 'Registry Deleted',
  gift_removed: 'Product is Removed From Your Registry',
  account_password_changed: 'Your password has been changed successfully.',
  account_updated: 'Your account has been successfully updated.',
  registry_updated: 'Registry is Successfully Updated',
  account_email_sent: 'Email Send',
  account_created: 'Congratulations, your account has been successfully created!',
  account_created_lead: 'You can login and start browsing.',
  gift_remove_text: 'Do you want to remove this product from your registry?',
  giftcard_redeem_virtual: 'Proceed to redeem towards Virtual Products?',
  site_not_found_title: 'Opps! Page not found.',
  site_not_found_lead: "The page you're looking for doesn't exist.",
  site_go_home: 'Go Home',
  type_required: 'Please select Event Type',
  find_type_empty: 'Choose Event',
  name_short: 'Name must be 3 characters or more',
  name_long: 'Name is too long',
  name_required: 'Name is required',
  name_special: 'No special character are allowed',
  date_required: 'Date is required',
  guests_few: 'Guest count must be greater than 1',
  guests_many: 'Guest count cannot be greater than 1000',
  field_required: 'Field is required',
  country_required: 'Please select a Country',
  region_required: 'Please select a Region',
  city_long: 'City must be 42 characters or less',
  account_password_short: 'Too Short!',
  account_password_long: 'Too Long!',
  account_required: 'Required',
  email_invalid: 'Invalid email',
  gift_sort_best: 'Best Sellers',
  gift_sort_featured: 'Most Featured',
  gift_sort_price_up: 'Ascending Price',
  gift_sort_price_down: 'Descending Price',
}

test('Greek and English have the same messages', () => {
  expect(Object.keys(el).sort()).toEqual(Object.keys(en).sort())
})

test('each message has the same parameters in both languages', () => {
  const unlike = Object.keys(en).filter(
    key => String(parametersOf(en[key])) !== String(parametersOf(el[key])),
  )
  expect(unlike).toEqual([])
})

test('each message with forms has the same forms in both languages', () => {
  const unlike = Object.keys(en).filter(key => String(formsOf(en[key])) !== String(formsOf(el[key])))
  expect(unlike).toEqual([])
})

test('no message is empty', () => {
  const empty = Object.entries({ ...en, ...el }).filter(([, message]) => message === '')
  expect(empty).toEqual([])
})

test('no message has a space at its beginning or end', () => {
  const loose = [...Object.entries(en), ...Object.entries(el)]
    .flatMap(textsWithParameters)
    .filter(([, text]) => text !== text.trim())
  expect(loose).toEqual([])
})

/** Messages of the same words in both languages that stay apart, by the reason. */
const saidTwice: Record<string, string[]> = {
  'programs read each key in answers': [
    'account_confirm_first payout_unconfirmed',
    'contact_message_required sms_required',
    'day_detail_long family_line_long',
    'gift_group_held gift_is_held',
    'guest_notes_long note_long',
  ],
  'the key is made from the name of an action': [
    'staff_act_payout_finished_done staff_act_payout_retried_done',
  ],
  'the front page chooses its own words': [
    'common_add_gifts site_step_3',
    'common_sign_up site_step_1',
    'gift_group site_benefit_group_gift',
    'giftcard_change site_benefit_change',
    'giftcard_group_regular site_benefit_cards',
    'registry_share site_step_4',
    'registry_type_label site_events_title',
  ],
  'one of a pair or a series that would change together': [
    'common_more ui_increase',
    'common_name gift_sort_name',
    'common_show ui_password_show',
    'invited_failed staff_chip_not_sent',
    'staff_chip_paid staff_value_paid',
  ],
  'a guest’s page loads less with words of its own than with a file that others share': [
    'cart_contribution common_contribution',
    'cart_remove common_remove',
    'cart_remove_this common_remove_this',
    'cart_remove_title common_are_you_sure',
    'checkout_name_label common_your_name',
    'checkout_own_message_label my_gift_line_message_label',
    'checkout_unreserved_continue giftcard_pay_act',
    'common_choose modifier_choose',
    'common_quantity give_quantity_label',
  ],
  'another matter': [
    // Of the shop to a giver, and of the hosts to all guests.
    'common_thank_you registry_thanks',
    'consent_accept hosting_join_accept',
    // Of a registry, and the shop's page about printed ones.
    'invitation_title site_link_invitations',
  ],
}

test('no two messages say the same in both languages, but for a reason', () => {
  expect(findDoubles(en, el)).toEqual(Object.values(saidTwice).flat().sort())
})

test('a text that is said twice in both languages is found, also one with forms', () => {
  const forms = (text: string) => [{ match: { 'countPlural=one': text } }]
  const english = { find: 'Find', ask: 'Find', search: 'Search', gifts: forms('One'), units: forms('One') }
  const greek = { find: 'Εύρεση', ask: 'Εύρεση', search: 'Εύρεση', gifts: forms('Ένα'), units: forms('Ένα') }
  expect(findDoubles(english, greek)).toEqual(['ask find', 'gifts units'])
})

/** The keys of each text that several messages have, in one line. */
function findDoubles(english: Record<string, unknown>, greek: Record<string, unknown>): string[] {
  const keys = Object.keys(english).sort()
  const groups = Object.values(Object.groupBy(keys, key => JSON.stringify([english[key], greek[key]])))
  return groups
    .filter(group => group!.length > 1)
    .map(group => group!.join(' '))
    .sort()
}

function read(language: string): Record<string, unknown> {
  return JSON.parse(readFileSync(`messages/${language}.json`, 'utf8')) as Record<string, unknown>
}

/** The parameters of a message, once each; for messages with forms also those that choose the form. */
function parametersOf(message: unknown): string[] {
  const parameters = JSON.stringify(message ?? '').matchAll(/\{\s*([A-Za-z_]\w*)\s*\}/g)
  const declared = variantsOf(message).flatMap(({ declarations = [] }) => declarations)
  return [...new Set([...[...parameters].map(([, name]) => name!), ...declared])].sort()
}

function formsOf(message: unknown): string[] {
  return variantsOf(message)
    .flatMap(({ match = {} }) => Object.keys(match))
    .sort()
}

type Variants = { declarations?: string[]; match?: Record<string, string> }

function variantsOf(message: unknown): Variants[] {
  return Array.isArray(message) ? (message as Variants[]) : []
}

test('texts that are fixed are exactly so', () => {
  const actual = Object.fromEntries(Object.keys(fixedTexts).map(key => [key, en[key]]))
  expect(actual).toEqual(fixedTexts)
})

/** Words that English writes with a capital wherever they stand; what is quoted, and examples, are left out. */
const capitalWords =
  /^(?:Athens|Authorization|Christos|Cypriot|English|Excel|Giorgos|Greece|Greek|JPEG|Latin|Nafplio|Papadopoulou|June|PNG|Reconciling|Settings|Store-level|We|Connect|WebP|Xristos|[A-Z0-9_-]+s?)$/
const fixedBeginnings = /^(?:Product is Not Available|No Response)\b/

test('English is in sentence case, but for the texts that are fixed', () => {
  const wrong = Object.entries(en)
    .flatMap(textsOf)
    .filter(([key]) => !fixedTexts[key])
    .flatMap(([key, text]) =>
      [...text.replace(fixedBeginnings, '').matchAll(/(?<=[a-z,’)] )[A-Z][\w-]*/g)]
        .map(([word]) => word)
        .filter(word => !capitalWords.test(word))
        .map(word => `${key}: ${word}`),
    )
  expect(wrong).toEqual([])
})

test('Greek and English use their own punctuation', () => {
  const texts = (messages: Record<string, unknown>) => Object.entries(messages).flatMap(textsOf)
  const wrong = [
    ...texts(el).filter(([, text]) => /["“”'´`]|\.\.\./iu.test(text)),
    ...texts(en).filter(([key, text]) => !fixedTexts[key] && /["'«»´`]|\.\.\./.test(text)),
  ]
  expect(wrong).toEqual([])
})

/** The texts of a message, each with its key: one, or one for each form; without the parameters. */
function textsOf(message: [string, unknown]): [string, string][] {
  return textsWithParameters(message).map(([key, text]) => [key, text.replace(/\{[^}]*\}/g, '')])
}

function textsWithParameters([key, message]: [string, unknown]): [string, string][] {
  const forms =
    typeof message === 'string'
      ? [message]
      : variantsOf(message).flatMap(({ match }) => Object.values(match ?? {}))
  return forms.map(text => [key, text])
}

test('the build makes the plural rules of a language once', async () => {
  const file = new URL('../src/paraglide/registry.js', import.meta.url)
  const transform = reusePluralRules().transform as (code: string, id: string) => { code: string }
  const { code } = transform(readFileSync(file, 'utf8'), file.pathname)
  const { plural } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const made = vi.spyOn(Intl, 'PluralRules')
  const one = ['en', 'el', 'en'].map(language => plural(language, 1, {}))
  expect([...one, plural('en', 2, { type: 'ordinal' })]).toEqual(['one', 'one', 'one', 'two'])
  expect(made).toHaveBeenCalledTimes(3)
  made.mockRestore()
})

/** A message as it is compiled, but for its comments. */
const compiledMessage = `import * as registry from '../registry.js'
import { getLocale, trackMessageCall, isServer } from '../runtime.js';

const en_gift_count = /** @type {(inputs: { count: NonNullable<unknown> }) => LocalizedString} */ (i) => {const countPlural = registry.plural("en", i?.count, {});
	if (countPlural == "one") return /** @type {LocalizedString} */ (\`One gift of \${i?.name}\`);
	return /** @type {LocalizedString} */ (\`\${i?.count} gifts of \${i?.name}\`)
	
};

const el_gift_count = /** @type {(inputs: { count: NonNullable<unknown> }) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (\`Δώρα \${i?.name}: \${i?.count}\`)
};

/* @__NO_SIDE_EFFECTS__ */
export const common_gift_count = (inputs, options = {}) => {
	const locale = options.locale ?? getLocale()
	if (locale === "en") return en_gift_count(inputs)
	return el_gift_count(inputs)
};`

test('a shortened message says what the compiled one says', () => {
  const short = shortMessage('common_gift_count', compiledMessage)
  const body = short.replace(/^import .*$/gm, '').replace('export const common_gift_count =', 'return')
  const plural = (_: string, count: string) => (count === '1' ? 'one' : 'other')
  const languageOf = (language?: string) => language ?? 'en'
  const message = new Function('registry', 'languageOf', body)({ plural }, languageOf)
  expect(message({ count: '1', name: 'Eleni' })).toBe('One gift of Eleni')
  expect(message({ count: '2', name: 'Eleni' }, 'en')).toBe('2 gifts of Eleni')
  expect(message({ count: '1', name: 'Eleni' }, 'el')).toBe('Δώρα Eleni: 1')
  const changed = compiledMessage.replaceAll('(i) => {', 'function (i) {')
  expect(() => shortMessage('common_gift_count', changed)).toThrow('compiled in another way')
})
