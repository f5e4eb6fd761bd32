/**
 * Fitting of a JSON Schema to the part of JSON Schema that one provider takes, and of its answers back. It knows JSON
 * and the published rules of providers. The requests that carry a schema live in the rooms above.
 */
@NullMarked
package dev.waggle.connect.llm.schema;

import org.jspecify.annotations.NullMarked;
