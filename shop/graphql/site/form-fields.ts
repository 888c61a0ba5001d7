import type { Language } from '../../channels.ts'
import type { QueryContext } from '../common-nodes.ts'
import { countries } from './geography.ts'

interface FormField {
  entityId: number
  label: Record<Language, string>
  isRequired: boolean
  kind?: 'PasswordFormField' | 'PicklistFormField'
}

interface FormFieldArgs {
  filters?: {
    entityIds?: number[] | null
    isRequired?: boolean | null
    isBuiltIn?: boolean | null
  } | null
  sortBy: 'FIELD_ID' | 'SORT_ORDER'
}

// The ids are those of the platform's built-in fields.
const customerFields: FormField[] = [
  { entityId: 4, label: { en: 'First Name', el: 'Όνομα' }, isRequired: true },
  { entityId: 5, label: { en: 'Last Name', el: 'Επώνυμο' }, isRequired: true },
  { entityId: 1, label: { en: 'Email Address', el: 'Email' }, isRequired: true },
  { entityId: 2, label: { en: 'Password', el: 'Κωδικός' }, isRequired: true, kind: 'PasswordFormField' },
  { entityId: 6, label: { en: 'Company Name', el: 'Εταιρεία' }, isRequired: false },
  { entityId: 7, label: { en: 'Phone Number', el: 'Τηλέφωνο' }, isRequired: false },
]
const addressFields: FormField[] = [
  { entityId: 4, label: { en: 'First Name', el: 'Όνομα' }, isRequired: true },
  { entityId: 5, label: { en: 'Last Name', el: 'Επώνυμο' }, isRequired: true },
  { entityId: 6, label: { en: 'Company Name', el: 'Εταιρεία' }, isRequired: false },
  { entityId: 8, label: { en: 'Address Line 1', el: 'Διεύθυνση' }, isRequired: true },
  { entityId: 9, label: { en: 'Address Line 2', el: 'Διεύθυνση (συνέχεια)' }, isRequired: false },
  { entityId: 10, label: { en: 'City', el: 'Πόλη' }, isRequired: true },
  { entityId: 11, label: { en: 'Country', el: 'Χώρα' }, isRequired: true, kind: 'PicklistFormField' },
  { entityId: 12, label: { en: 'State/Province', el: 'Νομός' }, isRequired: false },
  { entityId: 13, label: { en: 'ZIP/Postcode', el: 'Τ.Κ.' }, isRequired: true },
  { entityId: 7, label: { en: 'Phone Number', el: 'Τηλέφωνο' }, isRequired: false },
]

export const formFieldNodes = (ctx: QueryContext) => ({
  customer: (args: FormFieldArgs) => chosenFields(ctx, customerFields, args),
  shippingAddress: (args: FormFieldArgs) => chosenFields(ctx, addressFields, args),
  billingAddress: (args: FormFieldArgs) => chosenFields(ctx, addressFields, args),
})

function chosenFields(ctx: QueryContext, fields: FormField[], { filters, sortBy }: FormFieldArgs) {
  const { entityIds, isRequired, isBuiltIn } = filters ?? {}
  const chosen = fields
    .map((field, sortOrder) => fieldNode(ctx, field, sortOrder))
    .filter(
      field =>
        (!entityIds || entityIds.includes(field.entityId)) &&
        (isRequired == null || field.isRequired === isRequired) &&
        (isBuiltIn == null || field.isBuiltIn === isBuiltIn),
    )
  return sortBy === 'SORT_ORDER' ? chosen : chosen.sort((one, other) => one.entityId - other.entityId)
}

function fieldNode(ctx: QueryContext, field: FormField, sortOrder: number) {
  return {
    __typename: field.kind ?? 'TextFormField',
    entityId: field.entityId,
    label: field.label[ctx.language],
    sortOrder,
    isBuiltIn: true,
    isRequired: field.isRequired,
    defaultText: null,
    maxLength: null,
    choosePrefix: '',
    options: () => countries(ctx).map(country => ({ entityId: country.entityId, label: country.name })),
  }
}
