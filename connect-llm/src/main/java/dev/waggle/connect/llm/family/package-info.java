/**
 * Model families: sourced facts about the models of providers, the user's own rows, and lessons from refusals. A
 * request is shaped by them in the room of providers. Nothing here calls a provider or knows its library.
 */
@NullMarked
package dev.waggle.connect.llm.family;

import org.jspecify.annotations.NullMarked;
