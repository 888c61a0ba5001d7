import type { Modifier, ModifierType, OptionValue } from '../catalogue/types.ts'
import type { QueryContext } from './common-nodes.ts'
import { type PageArgs, toConnection } from './connection.ts'

/** A modifier as an option that makes no variant. */
export function modifierNode(ctx: QueryContext, modifier: Modifier) {
  return {
    entityId: modifier.id,
    displayName: modifier.name[ctx.language],
    isRequired: modifier.required,
    isVariantOption: false,
    ...typeFields(ctx, modifier),
  }
}

function typeFields(ctx: QueryContext, modifier: ModifierType) {
  switch (modifier.type) {
    case 'text':
      return { __typename: 'TextFieldOption', ...textFields(modifier) }
    case 'multi_line_text':
      return { __typename: 'MultiLineTextFieldOption', ...textFields(modifier), maxLines: modifier.maxLines }
    case 'numbers_only_text':
      return numberFields(modifier)
    case 'date':
      return dateFields(modifier)
    case 'checkbox':
      return {
        __typename: 'CheckboxOption',
        label: modifier.label[ctx.language],
        checkedByDefault: modifier.checkedByDefault === true,
        checkedOptionValueEntityId: modifier.checkedId,
        uncheckedOptionValueEntityId: modifier.uncheckedId,
      }
    case 'file':
      return {
        __typename: 'FileUploadFieldOption',
        maxFileSize: modifier.maxSize,
        fileTypes: modifier.fileTypes,
      }
    default:
      return choiceFields(ctx, modifier)
  }
}

type TypeFields<T extends ModifierType['type']> = Extract<ModifierType, { type: T }>

const textFields = (modifier: TypeFields<'text' | 'multi_line_text'>) => ({
  defaultValue: modifier.default,
  minLength: modifier.minLength,
  maxLength: modifier.maxLength,
})

function numberFields({
  lowest,
  highest,
  integersOnly,
  default: defaultValue,
}: TypeFields<'numbers_only_text'>) {
  return {
    __typename: 'NumberFieldOption',
    defaultValue,
    lowest,
    highest,
    isIntegerOnly: integersOnly === true,
    limitNumberBy: limitedBy(lowest, highest, { low: 'LOWEST_VALUE', high: 'HIGHEST_VALUE' }),
  }
}

function dateFields({ earliest, latest, default: defaultDay }: TypeFields<'date'>) {
  const toMoment = (day: string | undefined) => day && `${day}T00:00:00Z`
  return {
    __typename: 'DateFieldOption',
    defaultValue: toMoment(defaultDay),
    earliest: toMoment(earliest),
    latest: toMoment(latest),
    limitDateBy: limitedBy(earliest, latest, { low: 'EARLIEST_DATE', high: 'LATEST_DATE' }),
  }
}

function limitedBy(low: unknown, high: unknown, names: { low: string; high: string }): string {
  if (low !== undefined && high !== undefined) return 'RANGE'
  if (low !== undefined) return names.low
  return high === undefined ? 'NO_LIMIT' : names.high
}

const displayStyles = {
  dropdown: 'DropdownList',
  radio_buttons: 'RadioButtons',
  rectangles: 'RectangleBoxes',
  swatch: 'Swatch',
}

function choiceFields(
  ctx: QueryContext,
  { type, values, defaultId }: Extract<ModifierType, { values: OptionValue[] }>,
) {
  return {
    __typename: 'MultipleChoiceOption',
    displayStyle: displayStyles[type],
    values: (args: PageArgs) =>
      toConnection(values, args, value => ({
        __typename: type === 'swatch' ? 'SwatchOptionValue' : 'MultipleChoiceOptionValue',
        entityId: value.id,
        label: value.label[ctx.language],
        hexColors: value.colour ? [value.colour] : [],
        isDefault: value.id === defaultId,
        isSelected: null,
      })),
  }
}
