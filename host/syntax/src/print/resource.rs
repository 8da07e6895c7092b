//! Resources in all forms, collectors, and relationships.

use super::writer::Printer;
use crate::ast::{Attribute, Collector, Expression, Relationship, Resource, ResourceBody, ResourceForm};

impl Printer<'_> {
    pub(super) fn resource(&mut self, resource: &Resource) {
        self.head(resource.form, &resource.type_name);
        if let [body] = resource.bodies.as_slice() {
            self.code(" { ");
            self.expression(&body.title);
            self.code(":");
            if body.attributes.is_empty() {
                self.code(" }");
            } else {
                self.deeper(|printer| printer.attributes(&body.attributes));
                self.line();
                self.code("}");
            }
            return;
        }
        self.lines((" {", "}"), &resource.bodies, |printer, body| printer.body(body));
    }

    /// Writes a body of a statement with several bodies.
    fn body(&mut self, body: &ResourceBody) {
        self.expression(&body.title);
        self.code(":");
        self.deeper(|printer| {
            printer.attributes(&body.attributes);
            if !body.attributes.is_empty() {
                printer.line();
            }
        });
        self.code(";");
    }

    /// Writes defaults and overrides.
    pub(super) fn untitled(&mut self, form: ResourceForm, of: &Expression, attributes: &[Attribute]) {
        self.head(form, of);
        self.code(" ");
        self.attributes_in_braces(attributes);
    }

    fn head(&mut self, form: ResourceForm, of: &Expression) {
        // Without the blank, '@' and a parenthesis would start the tag of a heredoc.
        let is_plain = of.as_name().is_some();
        match form {
            ResourceForm::Regular => {}
            ResourceForm::Virtual => self.code(if is_plain { "@" } else { "@ " }),
            ResourceForm::Exported => self.code(if is_plain { "@@" } else { "@@ " }),
        }
        self.expression(of);
    }

    fn attributes_in_braces(&mut self, attributes: &[Attribute]) {
        if attributes.is_empty() {
            self.code("{ }");
            return;
        }
        self.code("{");
        self.deeper(|printer| printer.attributes(attributes));
        self.line();
        self.code("}");
    }

    /// Writes each attribute on a line of its own, with aligned arrows.
    fn attributes(&mut self, attributes: &[Attribute]) {
        let name_of = |attribute: &Attribute| match attribute {
            Attribute::Named(named) => named.name.text.len(),
            Attribute::Splat(_) => 1,
        };
        let width = attributes.iter().map(name_of).max().unwrap_or_default();
        for attribute in attributes {
            self.line();
            let (name, operator, value) = match attribute {
                Attribute::Named(named) => (&*named.name.text, named.operator.symbol(), &named.value),
                Attribute::Splat(splat) => ("*", "=>", &splat.value),
            };
            self.code(&format!("{name:width$} {operator} "));
            self.expression(value);
            self.code(",");
        }
    }

    pub(super) fn collector(&mut self, collector: &Collector) {
        self.expression(&collector.type_name);
        let (open, close) = if collector.exported { (" <<| ", "|>>") } else { (" <| ", "|>") };
        self.code(open);
        if let Some(query) = &collector.query {
            self.expression(query);
            self.code(" ");
        }
        self.code(close);
        if !collector.attributes.is_empty() {
            self.code(" ");
            self.attributes_in_braces(&collector.attributes);
        }
    }

    pub(super) fn relationship(&mut self, chain: &Relationship) {
        self.expression(&chain.first);
        for link in &chain.links {
            self.code(" ");
            self.code(link.operator.symbol());
            self.code(" ");
            self.expression(&link.operand);
        }
    }
}
