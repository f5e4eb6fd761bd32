/**
 * Models of many providers as harnesses.
 *
 * <pre>
 *   ModelCatalog -> LangChainHarness -> Call -> [ the library's model -> WireClient -> provider ]
 *    (names, keys)   (one run)           |            |
 *                                        +-- Hearing <+   pieces, answer, error
 * </pre>
 *
 * The library speaks the formats; names, keys, the wire with its limits, sessions and what an error means are here.
 * Nobody here repeats, pays or records: that is for those who wrap a harness.
 */
@NullMarked
package dev.waggle.connect.llm;

import org.jspecify.annotations.NullMarked;
