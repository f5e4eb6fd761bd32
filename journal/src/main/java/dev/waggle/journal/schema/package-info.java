/**
 * The JSON Schemas (draft 2020-12) of everything that Waggle writes or takes from outside, and the one verdict on it:
 * guard, schema and decoder accept the same values. The schemas themselves are resources of this package, plain files
 * that other programs can use; each is called {@code urn:waggle:schema:} and its name, and none needs a network.
 *
 * <p>They are written by a test, {@code SchemaFilesTest}: properties, requirements and words come from the records and
 * enums, descriptions from their documentation, ranges from one table, notations from {@link
 * dev.waggle.journal.TextPatterns}. The test fails when a file is not what it would write; with {@code
 * -Dwaggle.schemas.write=true} it writes them anew.
 *
 * <p>Checking is done by a library behind {@link dev.waggle.journal.schema.JsonSchemas}, which is loaded when the first
 * value is checked. Paths of violations are dotted, as people read them: {@code messages.0.role}.
 */
@NullMarked
package dev.waggle.journal.schema;

import org.jspecify.annotations.NullMarked;
