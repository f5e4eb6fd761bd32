package dev.waggle.connect.web;

import java.util.Map;

import dev.waggle.connect.web.address.WebAddress;
import dev.waggle.connect.web.address.WebException;
import dev.waggle.signal.JsonValue;

/** How one kind of search engine is asked, and what its answers mean. It does nothing itself. */
interface SearchEngine {

    /** What messages call it. */
    String name();

    /** The address of that query. */
    WebAddress queryAddress(SearchQuery query) throws WebException;

    /** What is sent along. */
    Map<String, String> headers();

    /**
     * What an answer of the status 200 says.
     *
     * @throws IllegalArgumentException when it is not of the form that this engine's answers have
     */
    SearchResponse read(JsonValue answer, SearchQuery query);

    /** What may help against an answer of that status: a line that begins with "Maybe", or nothing. */
    String remedy(int status);
}
