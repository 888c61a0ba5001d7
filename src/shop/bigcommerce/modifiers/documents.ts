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
    ... on MultipleChoiceOption { values(first: 50) { edges { node { entityId label isDefault } } } }
  }`

const modifiersQuery = (name: string, products: number, options: number) => `
  query ${name}($ids: [Int!]) {
    site {
      products(entityIds: $ids, first: ${products}) {
        edges {
          node {
            entityId
            productOptions(first: ${options}) { pageInfo { hasNextPage endCursor } edges { node { ...modifierFields } } }
          }
        }
      }
    }
  }${modifierFields}`

/** Few products at once: each may have ten options with fifty values, which the platform counts one by one. */
export const productsPerModifiersQuery = 5
export const modifiersOfProductsQuery = modifiersQuery('Modifiers', productsPerModifiersQuery, 10)
/** One product with more options. */
export const modifiersOfProductQuery = modifiersQuery('AllModifiers', 1, 50)
