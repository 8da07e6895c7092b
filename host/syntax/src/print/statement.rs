//! Programs, blocks, conditions, and separators between statements.

use super::writer::Printer;
use crate::Mode;
use crate::ast::{Block, Case, Expression, ExpressionKind, If, Program, ResourceForm, UnaryOperator, Unless};

impl Printer<'_> {
    pub(super) fn program(&mut self, program: &Program) {
        if let Some(parameters) = &program.parameters {
            self.code("|");
            self.separated(parameters, Self::parameter);
            self.code("|");
        }
        for (place, statement) in program.body.statements.iter().enumerate() {
            if place > 0 {
                self.separate(statement);
            }
            if place > 0 || program.parameters.is_some() {
                self.line();
            }
            self.expression(statement);
        }
        if self.mode != Mode::Epp && !program.body.statements.is_empty() {
            self.line();
        }
    }

    /// Writes the separator before a statement that could be parsed as part of the previous one.
    fn separate(&mut self, statement: &Expression) {
        if self.could_continue(statement) {
            self.code(";");
        }
    }

    /// Returns whether a statement starts with a token that can also follow an operand.
    fn could_continue(&self, statement: &Expression) -> bool {
        let mut first = statement;
        loop {
            first = match &first.kind {
                ExpressionKind::Access(it) => &it.target,
                ExpressionKind::Call(it) => &it.function,
                ExpressionKind::MethodCall(it) => &it.receiver,
                ExpressionKind::Binary(it) => &it.left,
                ExpressionKind::Assignment(it) => &it.target,
                ExpressionKind::Selector(it) => &it.operand,
                ExpressionKind::Collector(it) => &it.type_name,
                ExpressionKind::Relationship(it) => &it.first,
                ExpressionKind::Resource(it) if it.form == ResourceForm::Regular => &it.type_name,
                ExpressionKind::ResourceDefaults(it) if it.form == ResourceForm::Regular => &it.type_name,
                ExpressionKind::ResourceOverride(it) if it.form == ResourceForm::Regular => &it.resources,
                ExpressionKind::Hash(_) | ExpressionKind::Regex(_) => return true,
                ExpressionKind::Unary(it) => return it.operator != UnaryOperator::Not,
                // A parenthesis at the start of a line is not that of a call, but templates may not have a line
                // break there.
                ExpressionKind::Parenthesized(_) => return self.mode == Mode::Epp,
                _ => return false,
            };
        }
    }

    /// Writes statements in braces.
    pub(super) fn block(&mut self, block: &Block) {
        self.statements_in_braces(&block.statements);
    }

    pub(super) fn statements_in_braces(&mut self, statements: &[Expression]) {
        if statements.is_empty() {
            self.code("{ }");
            return;
        }
        self.code("{");
        self.deeper(|printer| {
            for (place, statement) in statements.iter().enumerate() {
                if place > 0 {
                    printer.separate(statement);
                }
                printer.line();
                printer.expression(statement);
            }
        });
        self.line();
        self.code("}");
    }

    /// Writes a construct that usually is a separate statement.
    pub(super) fn statement(&mut self, statement: &Expression) {
        match &statement.kind {
            ExpressionKind::If(condition) => self.if_expression(condition),
            ExpressionKind::Unless(condition) => self.unless(condition),
            ExpressionKind::Case(case) => self.case(case),
            ExpressionKind::Block(block) => self.name_and_hash(block),
            ExpressionKind::Resource(resource) => self.resource(resource),
            ExpressionKind::ResourceDefaults(defaults) => {
                self.untitled(defaults.form, &defaults.type_name, &defaults.attributes);
            }
            ExpressionKind::ResourceOverride(overrides) => {
                self.untitled(overrides.form, &overrides.resources, &overrides.attributes);
            }
            ExpressionKind::Collector(collector) => self.collector(collector),
            ExpressionKind::Relationship(chain) => self.relationship(chain),
            _ => self.definition(statement),
        }
    }

    fn if_expression(&mut self, condition: &If) {
        for (place, clause) in condition.clauses.iter().enumerate() {
            self.code(if place == 0 { "if " } else { " elsif " });
            self.expression(&clause.test);
            self.code(" ");
            self.block(&clause.body);
        }
        self.otherwise(condition.otherwise.as_ref());
    }

    fn unless(&mut self, condition: &Unless) {
        self.code("unless ");
        self.expression(&condition.test);
        self.code(" ");
        self.block(&condition.body);
        self.otherwise(condition.otherwise.as_ref());
    }

    fn otherwise(&mut self, block: Option<&Block>) {
        if let Some(block) = block {
            self.code(" else ");
            self.block(block);
        }
    }

    fn case(&mut self, case: &Case) {
        self.code("case ");
        self.expression(&case.test);
        self.code(" ");
        self.lines(("{", "}"), &case.options, |printer, option| {
            printer.separated(&option.values, Self::expression);
            printer.code(": ");
            printer.block(&option.body);
        });
    }

    /// Writes a name and the hash after it, which is a resource without a title.
    fn name_and_hash(&mut self, block: &Block) {
        for (place, part) in block.statements.iter().enumerate() {
            if place > 0 {
                self.code(" ");
            }
            self.expression(part);
        }
    }
}
