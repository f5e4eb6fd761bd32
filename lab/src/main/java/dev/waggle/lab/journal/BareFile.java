package dev.waggle.lab.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Plain file, the lower bound of the cost of an append. A commit is an {@code fdatasync}. */
final class BareFile implements LineStore {

    private final FileChannel file;

    BareFile(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    @Override
    public void append(byte[] line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(line);
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    @Override
    public void commit() throws IOException {
        file.force(false);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
