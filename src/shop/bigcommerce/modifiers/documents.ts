/** The default has another type in each kind, so each has a name of its own. */
const modifierFields = `
  fragment modifierFields on CatalogProductOption {
    __typename
    entityId
    displayName
    isRequired
    isVariantOption
    ... on TextFieldOption { defaultText: defaultValue minLength maxLength }
    ... on MultiLineTextFieldOption { defaultText: defaultValue minLength maxLength maxLines }
    ... on NumberFieldOption { defaultNumber: defaultValue lowest highest isIntegerOnly limitNumberBy }
    ... on DateFieldOption { defaultDate: defaultValue earliest latest limitDateBy }
    ... on CheckboxOption { label checkedByDefault checkedOptionValueEntityId uncheckedOptionValueEntityId }
    ... on MultipleChoiceOption {
      values(first: 50) { pageInfo { hasNextPage endCursor } edges { node { entityId label isDefault } } }
    }
  }`

const optionPage = `{ pageInfo { hasNextPage endCursor } edges { cursor node { ...modifierFields } } }`

/** Few products at once: each may have ten options with fifty values, which the platform counts one by one. */
export const productsPerModifiersQuery = 5
export const modifiersOfProductsQuery = `
  query Modifiers($ids: [Int!]) {
    site {
      products(entityIds: $ids, first: ${productsPerModifiersQuery}) {
        edges { node { entityId productOptions(first: 10) ${optionPage} } }
      }
    }
  }${modifierFields}`

/** The options of one product after those that were read. */
export const moreModifiersQuery = `
  query MoreModifiers($ids: [Int!], $after: String) {
    site {
      products(entityIds: $ids, first: 1) {
        edges { node { entityId productOptions(first: 50, after: $after) ${optionPage} } }
      }
    }
  }${modifierFields}`
