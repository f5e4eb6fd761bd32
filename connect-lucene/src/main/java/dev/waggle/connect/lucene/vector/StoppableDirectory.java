package dev.waggle.connect.lucene.vector;

import java.io.IOException;
import java.util.function.BooleanSupplier;

import org.apache.lucene.index.MergePolicy.MergeAbortedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.FilterIndexOutput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;

/**
 * Folder in which merges can be stopped. The graph of a large segment takes minutes, and Lucene does not look for an
 * end meanwhile. It reads each vector from a temporary file, though, and a stop makes that reading abort the merge.
 */
final class StoppableDirectory extends FilterDirectory {

    private static final String TEMPORARY = ".tmp";

    private final BooleanSupplier isStopped;

    StoppableDirectory(Directory directory, BooleanSupplier isStopped) {
        super(directory);
        this.isStopped = isStopped;
    }

    @Override
    public IndexOutput createOutput(String name, IOContext context) throws IOException {
        IndexOutput output = super.createOutput(name, context);
        return context.context() == IOContext.Context.MERGE ? new StoppableOutput(output, isStopped) : output;
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
        IndexInput input = super.openInput(name, context);
        return name.endsWith(TEMPORARY) ? new StoppableInput(input, isStopped) : input;
    }

    private static void checkStop(BooleanSupplier isStopped) throws IOException {
        if (isStopped.getAsBoolean()) {
            throw new MergeAbortedException("the index is being closed");
        }
    }

    private static final class StoppableOutput extends FilterIndexOutput {

        private final BooleanSupplier isStopped;

        StoppableOutput(IndexOutput output, BooleanSupplier isStopped) {
            super("stoppable " + output.getName(), output.getName(), output);
            this.isStopped = isStopped;
        }

        @Override
        public void writeBytes(byte[] bytes, int offset, int length) throws IOException {
            checkStop(isStopped);
            super.writeBytes(bytes, offset, length);
        }
    }

    private static final class StoppableInput extends FilterIndexInput {

        private final BooleanSupplier isStopped;

        StoppableInput(IndexInput input, BooleanSupplier isStopped) {
            super("stoppable " + input, input);
            this.isStopped = isStopped;
        }

        @Override
        public void readFloats(float[] floats, int offset, int length) throws IOException {
            checkStop(isStopped);
            in.readFloats(floats, offset, length);
        }

        @Override
        public IndexInput slice(String description, long offset, long length) throws IOException {
            return new StoppableInput(in.slice(description, offset, length), isStopped);
        }

        @Override
        public IndexInput slice(String description, long offset, long length, IOContext context) throws IOException {
            return new StoppableInput(in.slice(description, offset, length, context), isStopped);
        }

        @Override
        public IndexInput clone() {
            return new StoppableInput(in.clone(), isStopped);
        }
    }
}
