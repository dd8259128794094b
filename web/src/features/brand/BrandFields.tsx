import { type BrandFont, brandFonts } from '@millrace/contract/brand'
import { ColourField } from '../../components/form/ColourField.tsx'
import { Fields } from '../../components/form/Fields.tsx'
import type { BoundField } from '../../components/form/fields-of.ts'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextAreaField } from '../../components/form/TextAreaField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import { ImagePick } from '../image/ImagePick.tsx'
import type { BrandForm } from './brand-form.ts'

type Field = <Key extends keyof BrandForm & string>(key: Key, name?: string) => BoundField<BrandForm[Key]>

/** `at` is where the request has the brand. `otherwise` says what counts where a field is blank. */
export function BrandFields({ field, at, otherwise }: { field: Field; at: string; otherwise: string }) {
  const logo = field('logoUrl', `${at}.logo.url`)
  return (
    <>
      <ImagePick what="logo" onPick={logo.onChange} />
      <Fields>
        <TextField
          label={t`Logo`}
          type="url"
          placeholder={t`https://`}
          note={t`The address of an image, shown 160 pixels wide above the e-mail. ${otherwise}`}
          {...logo}
        />
        <TextField
          label={t`Alt text of the logo`}
          maxLength={200}
          note={t`For guests who don’t see images: usually your name.`}
          {...field('logoAlt', `${at}.logo.alt`)}
        />
        <ColourField
          label={t`Accent colour`}
          note={t`For buttons, and for links where it can be read. For example #0b5cad.`}
          {...field('accent', `${at}.accent`)}
        />
        <ColourField
          label={t`Background colour`}
          note={t`Around the e-mail.`}
          {...field('background', `${at}.background`)}
        />
        <SelectField
          label={t`Font`}
          choices={[
            { value: '', label: t`Not set` },
            ...Object.keys(brandFonts).map(font => ({ value: font as BrandFont, label: font })),
          ]}
          {...field('font', `${at}.font`)}
        />
      </Fields>
      <TextAreaField
        label={t`Footer`}
        maxLength={2_000}
        note={t`Below every e-mail, such as your name and address. You can use **bold** and [links](https://example.com).`}
        {...field('footer', `${at}.footer`)}
      />
    </>
  )
}
