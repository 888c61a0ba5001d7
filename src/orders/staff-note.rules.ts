import { formatCode } from '../base/fields.ts'
import { regionsOfCountry } from '../registry/address.rules.ts'

const start = 'Deliver to the hosts'
const ifChosen = ', if the guest chose so'
const phone = ', tel. '

/** The sentence about the delivery in a staff note; null without an address. */
export function formatDeliverySentence(
  { name, surname, shipping_address: address }: DeliveryTarget,
  isSure: boolean,
): string | null {
  if (!address) return null
  const { street, postcode, city, country } = address
  // In Greek, as the courier reads it; in a country without listed regions it is a text already.
  const region =
    regionsOfCountry(country, 'el').find(({ code }) => code === address.region)?.name ?? address.region
  return `${start}${isSure ? '' : ifChosen}: ${name} ${surname}, ${street}, ${postcode} ${city}, ${region}, ${country}${phone}${address.phone}.`
}

/** Replaces an address that was removed, until there is a new one. */
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

/** Whether a line of a note is the one about that registry; not of erased hosts. */
export const isLineAbout = (line: string, code: string) => line.startsWith(`Registry ${formatCode(code)} “`)

/** Only in a line about that registry; other lines are returned as they are. */
export function replaceDeliverySentence(
  line: string,
  code: string,
  sentence: (isSure: boolean) => string,
): string {
  const from = line.indexOf(start)
  const end = line.indexOf('.', line.lastIndexOf(phone) + phone.length)
  if (!isLineAbout(line, code) || from < 0 || end < from) return line
  const isSure = !line.startsWith(ifChosen, from + start.length)
  return line.slice(0, from) + sentence(isSure) + line.slice(end + 1)
}

/** Codes of registries in the lines that we added to an order's note; not those of erased hosts. */
export function registriesInStaffNote(note: string): string[] {
  const codes = [...note.matchAll(/^Registry ([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}) “/gm)]
  return [...new Set(codes.map(([, code = '']) => code.replaceAll('-', '')))]
}
