package dev.waggle.connect.web;

import java.util.Map;

import dev.waggle.connect.web.address.WebAddress;
import dev.waggle.connect.web.address.WebException;
import dev.waggle.signal.JsonValue;

/** Protocol of one kind of search engine: its requests and its answers. It does no I/O. */
interface SearchEngine {

    /** Returns its name for messages. */
    String name();

    /** The address of that query. */
    WebAddress queryAddress(SearchQuery query) throws WebException;

    /** Returns the request headers. */
    Map<String, String> headers();

    /**
     * Parses an answer of the status 200.
     *
     * @throws IllegalArgumentException when it is not of the form that this engine's answers have
     */
    SearchResponse read(JsonValue answer, SearchQuery query);

    /** Returns possible help against an answer of that status, a line that begins with "Maybe", or nothing. */
    String remedy(int status);
}
