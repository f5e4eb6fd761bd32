/** Words of texts in many languages. */
@NullMarked
package dev.waggle.connect.lucene.text;

import org.jspecify.annotations.NullMarked;
