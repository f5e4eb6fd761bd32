package dev.waggle.connect.llm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.swarm.harness.PriceTable;

/** Shipped list prices from {@code list-prices.json}, with the date and source of their look-up. */
final class ShippedPriceList {

    private static final String RESOURCE = "list-prices.json";

    private ShippedPriceList() {}

    static PriceTable shipped() {
        return PriceTable.FLAT.with(CatalogFile.prices(top()));
    }

    /** The month they were last looked up, for example {@code 2025-11}. */
    static String lookedUp() {
        return top().text("lookedUp");
    }

    private static JsonObjectReader top() {
        try (InputStream in = ShippedPriceList.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing beside " + ShippedPriceList.class.getName());
            }
            return JsonObjectReader.root(RESOURCE,
                    JsonText.read(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(RESOURCE, unreadable);
        }
    }
}
