package dev.waggle.connect.llm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.harness.Price;
import dev.waggle.swarm.harness.PriceTable;

/** Shipped list prices from {@code list-prices.json}, with the date and source of their look-up. */
final class ShippedPriceList {

    private static final String RESOURCE = "list-prices.json";
    private static final List<String> TOP = List.of("lookedUp", "note", "prices");
    private static final List<String> ROW = List.of("inputPerMillion", "outputPerMillion");

    private ShippedPriceList() {}

    static PriceTable shipped() {
        StrictObject top = top();
        Map<String, Price> rows = new LinkedHashMap<>();
        for (Map.Entry<String, JsonValue> row : top.object("prices").entrySet()) {
            StrictObject of = StrictObject.of(RESOURCE + " " + row.getKey(), row.getValue(), ROW);
            rows.put(row.getKey(), new Price(of.required("inputPerMillion"), of.required("outputPerMillion")));
        }
        return PriceTable.FLAT.with(rows);
    }

    /** The month they were last looked up, for example {@code 2025-11}. */
    static String lookedUp() {
        return top().text("lookedUp");
    }

    private static StrictObject top() {
        try (InputStream in = ShippedPriceList.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing beside " + ShippedPriceList.class.getName());
            }
            return StrictObject.of(RESOURCE, JsonText.read(new String(in.readAllBytes(), StandardCharsets.UTF_8)), TOP);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(RESOURCE, unreadable);
        }
    }
}
