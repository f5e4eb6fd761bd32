/**
 * Models of many providers as harnesses: the catalog of what is configured, and its models as a swarm asks them.
 *
 * <pre>
 *   ModelCatalog -> provider: LangChainHarness -> StreamingCall -> [ the library's model -> wire: StreamingHttpClient ]
 *    (names, keys)             (one run)            |                     |
 *                                                   +-- StreamHandler <---+   pieces, answer, error
 * </pre>
 *
 * Here live the models file, the built-in providers and the list prices. How one model is asked lives in
 * {@code provider}, bytes and their limits in {@code wire}. A harness of the catalog neither repeats nor pays;
 * {@code LiveModels} wraps it with what does.
 */
@NullMarked
package dev.waggle.connect.llm;

import org.jspecify.annotations.NullMarked;
