//! The derive macro `AttributeValue`: conversion of values to structs with one unnamed field.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, LitStr, Path, Result};

/// How values are parsed.
#[derive(Default)]
struct Parser {
    parse: Option<Path>,
    error: Option<LitStr>,
}

/// Generates the implementation of `AttributeValue`.
pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let ident = &input.ident;
    let is_newtype = matches!(&input.data, Data::Struct(data)
        if matches!(&data.fields, Fields::Unnamed(fields) if fields.unnamed.len() == 1));
    if !is_newtype || !input.generics.params.is_empty() {
        return Err(Error::new_spanned(ident, "`AttributeValue` is derived for a struct with one unnamed field"));
    }
    let mut parser = Parser::default();
    for attr in input.attrs.iter().filter(|attr| attr.path().is_ident("value")) {
        attr.parse_nested_meta(|meta| {
            match () {
                () if meta.path.is_ident("parse") => parser.parse = Some(meta.value()?.parse()?),
                () if meta.path.is_ident("error") => parser.error = Some(meta.value()?.parse()?),
                () => return Err(meta.error("expected `parse = function` or `error = \"..\"`")),
            }
            Ok(())
        })?;
    }
    let parsed = match (&parser.parse, &parser.error) {
        (None, None) => quote! { ::marotte_sdk::AttributeValue::from_value(value).map(Self) },
        (Some(parse), None) => quote! { #parse(value) },
        (Some(parse), Some(error)) => quote! {
            #parse(&value).ok_or_else(|| ::marotte_sdk::InvalidValue::from(#error))
        },
        (None, Some(error)) => return Err(Error::new_spanned(error, "`error` needs `parse`")),
    };
    Ok(quote! {
        impl ::marotte_sdk::AttributeValue for #ident {
            fn from_value(
                value: ::marotte_sdk::Value,
            ) -> ::core::result::Result<Self, ::marotte_sdk::InvalidValue> {
                #parsed
            }

            fn into_value(self) -> ::marotte_sdk::Value {
                ::marotte_sdk::AttributeValue::into_value(self.0)
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn newtype_is_parsed_by_its_function_or_by_its_field() {
        let code = |input: DeriveInput| derive(&input).map(|code| code.to_string());
        assert!(code(parse_quote! { struct Name(String); }).unwrap().contains("from_value (value) . map (Self)"));
        let parse = code(parse_quote! { #[value(parse = Self::parse)] struct Name(String); });
        assert!(parse.unwrap().contains("Self :: parse (value)"));
        let error = code(parse_quote! { #[value(parse = number, error = "no number")] struct Number(i64); });
        assert!(error.unwrap().contains("number (& value) . ok_or_else"));
        for refused in [
            parse_quote! { struct Pair(String, String); },
            parse_quote! { enum Choice { One } },
            parse_quote! { #[value(error = "x")] struct Name(String); },
            parse_quote! { #[value(colour = "x")] struct Name(String); },
        ] {
            assert!(code(refused).is_err());
        }
    }
}
