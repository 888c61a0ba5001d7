import { formatCode } from '../base/fields.ts'
import { regionsOfCountry } from '../registry/address.rules.ts'

const start = 'Deliver to the hosts'
const ifChosen = ', if the guest chose so'
const phone = ', tel. '

/** Where the shop's staff deliver an order to; null where no address is known. */
export function formatDeliverySentence(
  { name, surname, shipping_address: address }: DeliveryTarget,
  isSure: boolean,
): string | null {
  if (!address) return null
  const { street, postcode, city, country } = address
  // As the courier reads it; where no regions are listed it is a text already.
  const region =
    regionsOfCountry(country, 'el').find(({ code }) => code === address.region)?.name ?? address.region
  return `${start}${isSure ? '' : ifChosen}: ${name} ${surname}, ${street}, ${postcode} ${city}, ${region}, ${country}${phone}${address.phone}.`
}

/** In the place of an address that was taken away; the next one takes its place in turn. */
export const missingAddressSentence = (isSure: boolean) =>
  `${start}${isSure ? '' : ifChosen}: the hosts are yet to say where${phone}none.`

interface DeliveryTarget {
  name: string
  surname: string
  shipping_address: {
    street: string
    postcode: string
    city: string
    region: string
    country: string
    phone: string
  } | null
}

/** The line of an order's note with another sentence about the delivery; a line about another registry as it is. */
export function replaceDeliverySentence(
  line: string,
  code: string,
  sentence: (isSure: boolean) => string,
): string {
  const from = line.indexOf(start)
  const end = line.indexOf('.', line.lastIndexOf(phone) + phone.length)
  if (!line.startsWith(`Registry ${formatCode(code)} “`) || from < 0 || end < from) return line
  const isSure = !line.startsWith(ifChosen, from + start.length)
  return line.slice(0, from) + sentence(isSure) + line.slice(end + 1)
}

/** The codes of the registries for which an order was counted, as its notes in the shop say; erased hosts' apart. */
export function registriesInStaffNote(note: string): string[] {
  const codes = [...note.matchAll(/^Registry ([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}) “/gm)]
  return [...new Set(codes.map(([, code = '']) => code.replaceAll('-', '')))]
}
