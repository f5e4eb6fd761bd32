/**
 * JSON Schemas (draft 2020-12) of everything that Waggle writes or accepts from outside. Guard, schema and decoder
 * accept the same values. The schemas are resources of this package, plain files that other programs can use. Each is
 * called {@code urn:waggle:schema:} and its name, and none needs a network.
 *
 * <p>The test {@code SchemaFilesTest} writes them. Properties, requirements and words come from the records and enums,
 * descriptions from their documentation. Ranges come from one table, notations from {@link
 * dev.waggle.signal.codec.TextPatterns}. The test fails when a file differs from its output; with {@code
 * -Dwaggle.schemas.write=true} it writes them anew.
 *
 * <p>Checking is done by a library behind {@link dev.waggle.journal.schema.JsonSchemas}, which is loaded when the first
 * value is checked. Paths of violations are dotted, as people read them: {@code messages.0.role}.
 */
@NullMarked
package dev.waggle.journal.schema;

import org.jspecify.annotations.NullMarked;
