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
 * A harness of the catalog neither repeats nor pays; {@code LiveModels} wraps it with what does, for use in a swarm.
 */
@NullMarked
package dev.waggle.connect.llm;

import org.jspecify.annotations.NullMarked;
