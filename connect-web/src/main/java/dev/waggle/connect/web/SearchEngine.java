package dev.waggle.connect.web;

import java.util.Map;

import dev.waggle.connect.web.address.WebAddress;
import dev.waggle.connect.web.address.WebException;
import dev.waggle.signal.json.JsonValue;

/** Protocol of one kind of search engine: its requests and its answers. It has no side effects. */
interface SearchEngine {

    /** Name of the engine in messages. */
    String name();

    /** Largest number of words in a query; more are refused before the request. */
    int maxWords();

    /** The address of that query. */
    WebAddress queryAddress(SearchQuery query) throws WebException;

    /** Headers of the request. */
    Map<String, String> headers();

    /**
     * Parses an answer of the status 200.
     *
     * @throws IllegalArgumentException when the answer does not have the form of this engine's answers
     */
    SearchResponse read(JsonValue answer, SearchQuery query);

    /** Remedy for an answer of that status: a line that begins with "Maybe", or nothing. */
    String remedy(int status);
}
