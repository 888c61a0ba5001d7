import { stripEmptyStrings } from '../../../base/endpoint.ts'
import { parseNestedForm } from '../../../base/nested-form.ts'

/** What the picture's form sends to be changed: the file and its square, or that there is to be none. */
export function readPhotoChange(form: FormData): object {
  if (form.get('remove_picture')) return { remove_picture: '1' }
  const { picture, crop } = stripEmptyStrings(parseNestedForm(form)) as Record<string, unknown>
  // A form without a file chosen sends one without name and bytes: it is refused beside its field.
  return { picture: picture ?? new Blob(), crop }
}
