import { m } from '../../paraglide/messages.js'

/** What can be wrong with a registry's fields. */
export const fieldWords: Record<string, () => string> = {
  address_long: m.address_long,
  address_required: m.address_required,
  address_short: m.address_short,
  city_long: m.city_long,
  city_required: m.city_required,
  city_short: m.city_short,
  country_required: m.country_required,
  date_required: m.date_required,
  date_wrong: m.date_wrong,
  field_characters: m.field_characters,
  field_required: m.field_required,
  greeting_long: m.greeting_long,
  guests_few: m.guests_few,
  guests_many: m.guests_many,
  guests_number: m.guests_number,
  message_long: m.message_long,
  name_long: m.name_long,
  name_required: m.name_required,
  name_short: m.name_short,
  name_special: m.name_special,
  phone_long: m.phone_long,
  phone_required: m.phone_required,
  phone_short: m.phone_short,
  postcode_long: m.postcode_long,
  postcode_required: m.postcode_required,
  postcode_short: m.postcode_short,
  privacy_required: m.privacy_required,
  region_long: m.region_long,
  region_required: m.region_required,
  registry_closing_early: m.registry_closing_early,
  registry_closing_far: m.registry_closing_far,
  registry_closing_past: m.registry_closing_past,
  registry_date_far: m.registry_date_far,
  registry_date_past: m.registry_date_past,
  shipping_required: m.shipping_required,
  terms_required: m.terms_required,
  type_required: m.type_required,
}

const refusals: Record<string, () => string> = {
  gift_group_held: m.gift_group_held,
  gift_group_locked: m.gift_group_locked,
  gift_has_money: m.gift_has_money,
  gift_is_held: m.gift_is_held,
  gift_locked: m.gift_locked,
  gift_not_available: m.gift_not_available,
  gift_too_many: m.gift_too_many,
  refused_away: m.refused_away,
  refused_fields: m.refused_fields,
  refused_missing: m.refused_missing,
  refused_often: m.refused_often,
  refused_shop_away: m.refused_shop_away,
  refused_signin: m.refused_signin,
  registry_has_money: m.registry_has_money,
  registry_owner_only: m.registry_owner_only,
}

/** The server's words for a refusal of a host's call. */
export function refusalWords(code: string): string {
  return refusals[code]?.() ?? m.refused_unexpected()
}
