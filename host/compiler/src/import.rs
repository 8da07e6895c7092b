//! Manifests with imports, in the Puppet 3 language. An import takes effect regardless of its position, once per file,
//! and the imported code is evaluated before the importing file.

use std::sync::Arc;

use syntax::ast::Import;
use syntax::{Diagnostic, Program};
use value::{EvalError, FileLocation, GlobBase, ManifestSource};

use crate::compile::CompileStop;
use crate::evaluator::Evaluator;
use crate::issue;

/// A parsed manifest.
pub(crate) struct ParsedManifest<'a> {
    /// Its syntax tree.
    pub(crate) program: &'a Program,
    /// The module of its definitions.
    pub(crate) module: Option<&'a str>,
}

impl<'a> Evaluator<'a> {
    /// Parses a manifest and, before it, its imports, unless it has been read already. As in Puppet, the first file
    /// with syntax errors ends the compilation.
    ///
    /// # Errors
    /// Returns an error if a file has syntax errors, cannot be read or does not exist.
    pub(crate) fn read(
        &mut self,
        source: ManifestSource,
        module: Option<&'a str>,
        read: &mut Vec<ParsedManifest<'a>>,
    ) -> Result<(), CompileStop> {
        if !source.name.is_empty() && !self.definitions.visit(&source.name) {
            return Ok(());
        }
        let name = Arc::clone(&source.name);
        let mode = self.mode();
        let (program, diagnostics) =
            if name.is_empty() { self.parse(source, mode) } else { self.parse_file(source, mode) };
        let (errors, warnings): (Vec<_>, Vec<_>) = diagnostics.into_iter().partition(Diagnostic::is_error);
        warnings.into_iter().for_each(|warning| self.log_diagnostic(warning));
        if !errors.is_empty() {
            return Err(CompileStop::Parse(errors));
        }
        self.read_imports(program, &name, module, read)?;
        read.push(ParsedManifest { program, module });
        Ok(())
    }

    /// Parses the imports of a manifest.
    ///
    /// # Errors
    /// Returns an error if a file has syntax errors, cannot be read or does not exist.
    pub(crate) fn read_imports(
        &mut self,
        program: &'a Program,
        name: &str,
        module: Option<&'a str>,
        read: &mut Vec<ParsedManifest<'a>>,
    ) -> Result<(), CompileStop> {
        for import in &program.imports {
            let (texts, module) = match self.imported_from_module(import)? {
                Some((texts, module)) => (texts, Some(module)),
                None => (self.imported(GlobBase::Beside(name), &import.pattern, import)?, module),
            };
            if texts.is_empty() {
                return Err(CompileStop::Parse(vec![issue::nothing_to_import(&import.pattern, import.span)]));
            }
            self.deepen()?;
            texts.into_iter().try_for_each(|text| self.read(text, module, read))?;
            self.depth -= 1;
        }
        Ok(())
    }

    /// Finds the manifests of an import whose path starts with the name of a module.
    fn imported_from_module(&mut self, import: &Import) -> Result<Option<(Vec<ManifestSource>, &'a str)>, CompileStop> {
        let Some((module, path)) = import.pattern.split_once('/') else { return Ok(None) };
        if module.is_empty() || !self.environment().has_module(module) {
            return Ok(None);
        }
        let mut texts = self.imported(GlobBase::Manifests(module), path, import)?;
        // Puppet 3 also loads `init.pp`, which may define the module's main class.
        let first = self.environment().text(FileLocation::Module(module), "manifests/init.pp");
        if let Some(first) = first.map_err(|error| EvalError::new(error.to_string()))?
            && !texts.iter().any(|text| *text.name == first.name)
        {
            texts.insert(0, first.into());
        }
        let module = self.name_of(module);
        Ok((!texts.is_empty()).then_some((texts, module)))
    }

    fn imported(&self, base: GlobBase<'_>, path: &str, import: &Import) -> Result<Vec<ManifestSource>, CompileStop> {
        let file = path.rsplit('/').next().unwrap_or(path);
        let has_extension = file.trim_start_matches('.').contains('.');
        let pattern = if has_extension { path.to_owned() } else { format!("{path}.pp") };
        self.environment().imported(base, &pattern).map_err(|error| {
            let reason = error.to_string();
            CompileStop::Parse(vec![issue::import_failed(&reason, import.span)])
        })
    }

    fn deepen(&mut self) -> Result<(), EvalError> {
        let limit = self.settings().maximum_depth;
        if self.depth >= limit {
            return Err(issue::too_deep(limit));
        }
        self.depth += 1;
        Ok(())
    }
}
